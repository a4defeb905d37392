import { expect, test } from 'bun:test'
import { bedrockModelId } from './models.ts'

test.each([
  ['claude-3-haiku-20240307', 'us-east-1', 'anthropic.claude-3-haiku-20240307-v1:0'],
  ['claude-2.1', 'eu-central-1', 'anthropic.claude-v2:1'],
  ['claude-3-5-sonnet-20240620', 'us-east-1', 'anthropic.claude-3-5-sonnet-20240620-v1:0'],
  ['claude-3-5-sonnet-20241022', 'us-west-2', 'us.anthropic.claude-3-5-sonnet-20241022-v2:0'],
  ['claude-3-5-sonnet-latest', 'ap-south-1', 'apac.anthropic.claude-3-5-sonnet-20241022-v2:0'],
  ['claude-3-7-sonnet-20250219', 'sa-east-1', 'anthropic.claude-3-7-sonnet-20250219-v1:0'],
  ['claude-sonnet-4-0', 'us-gov-west-1', 'us-gov.anthropic.claude-sonnet-4-20250514-v1:0'],
  ['claude-sonnet-4-5', 'eu-west-3', 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0'],
  ['claude-opus-4-1', 'ap-northeast-1', 'apac.anthropic.claude-opus-4-1-20250805-v1:0'],
  ['claude-haiku-4-5', 'ap-northeast-1', 'jp.anthropic.claude-haiku-4-5-20251001-v1:0'],
  ['claude-sonnet-4-5-20250929', 'ap-southeast-2', 'au.anthropic.claude-sonnet-4-5-20250929-v1:0'],
  ['claude-sonnet-4-6', 'ap-southeast-1', 'global.anthropic.claude-sonnet-4-6'],
  ['claude-sonnet-4-6', 'us-east-1', 'us.anthropic.claude-sonnet-4-6'],
  ['claude-opus-4-6', 'ap-northeast-1', 'jp.anthropic.claude-opus-4-6-v1'],
  ['claude-opus-4-5', 'ap-northeast-1', 'global.anthropic.claude-opus-4-5-20251101-v1:0'],
  ['claude-opus-4-5', 'ap-southeast-2', 'global.anthropic.claude-opus-4-5-20251101-v1:0'],
  ['claude-opus-4-5', 'eu-west-1', 'eu.anthropic.claude-opus-4-5-20251101-v1:0'],
  ['claude-opus-4-8', 'us-east-2', 'us.anthropic.claude-opus-4-8'],
  ['claude-new-9', 'ca-central-1', 'us.anthropic.claude-new-9'],
])('%s in %s is %s', (model, region, id) => expect(bedrockModelId(model, region)).toBe(id))

test.each([
  'anthropic.claude-sonnet-5',
  'global.anthropic.claude-opus-4-6-v1',
  'arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abc',
  'amazon.nova-lite-v1:0',
])('%s is taken as it is', (model) => expect(bedrockModelId(model, 'eu-west-1')).toBe(model))
