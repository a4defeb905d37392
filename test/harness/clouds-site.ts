import { afterAll, beforeEach } from 'bun:test'
import { type Clouds, startClouds } from '#test/fake-upstream/clouds.ts'

/** Bedrock, Cohere and Dify for the surrounding suite; what they were asked is forgotten before each test. */
export function cloudsSite(): Clouds {
  const clouds = startClouds()
  beforeEach(() => {
    clouds.requests.splice(0)
  })
  afterAll(() => clouds.stop())
  return clouds
}
