import type { JsonObject } from '../conversation.ts'
import { objectsOf, textOf } from '../json.ts'

/** A part of the answer: a text or a refusal of one item. */
export interface ToldPart {
  kind: 'text' | 'refusal'
  /** The indexes by which events name it, and the id of its item. */
  output: unknown
  content: unknown
  item: string
  /** Characters emitted so far; infinite = the whole part. Text that later events repeat is not emitted again. */
  told: number
  /** The text, its offset among all texts, and the number of its annotations that were emitted. */
  text: string
  start: number
  cited: number
}

/**
 * The parts of a streamed response. Events and the finished item may number the same part differently: servers count parts
 * that only one of both has, or count from one.
 */
export class ToldParts {
  readonly #parts: ToldPart[] = []

  get any(): boolean {
    return this.#parts.some(({ told }) => told > 0)
  }

  get allText(): string {
    return joined(this.#parts)
  }

  /** Returns the text of a message as the events so far give it. */
  textOf(item: JsonObject, output: unknown): string {
    return joined(this.#ofItem('text', output, textOf(item.id)))
  }

  /** Returns the part that an event is about. `start`: the offset where it begins if it is new. */
  ofEvent(kind: ToldPart['kind'], event: JsonObject, start: number): ToldPart {
    const { output_index: output = 0, content_index: content = 0 } = event
    const known = this.#parts.find((part) => part.kind === kind && part.output === output && part.content === content)
    return known ?? this.#begin({ kind, output, content, item: textOf(event.item_id) }, start)
  }

  /** Returns the part that an event repeats as a whole: the one that it names, else one of its item that is not complete. */
  ofWhole(kind: ToldPart['kind'], event: JsonObject, start: number): ToldPart {
    const named = this.#parts.find(
      (part) =>
        part.kind === kind && part.output === (event.output_index ?? 0) && part.content === (event.content_index ?? 0),
    )
    const open = this.#ofItem(kind, event.output_index ?? 0, textOf(event.item_id)).filter(({ told }) =>
      Number.isFinite(told),
    )
    return named ?? open[0] ?? this.ofEvent(kind, event, start)
  }

  /** Returns the parts of a finished message with their content: the nth text is the nth text that events told. */
  ofMessage(item: JsonObject, output: unknown, startOf: () => number): { part: ToldPart; content: JsonObject }[] {
    const given = typeof item.content === 'string' ? [{ text: item.content }] : objectsOf(item.content)
    const contents = given.filter(({ text, refusal }) => textOf(text) || textOf(refusal))
    const counts = { text: 0, refusal: 0 }
    const known = {
      text: this.#ofItem('text', output, textOf(item.id)),
      refusal: this.#ofItem('refusal', output, textOf(item.id)),
    }
    return contents.map((content, index) => {
      const kind = textOf(content.text) ? 'text' : 'refusal'
      const place = { kind, output, content: `done ${index}`, item: textOf(item.id) } as const
      const part = known[kind][counts[kind]++] ?? this.#begin(place, startOf())
      return { part, content }
    })
  }

  #ofItem(kind: ToldPart['kind'], output: unknown, item: string): ToldPart[] {
    const own = this.#parts.filter((part) => part.kind === kind)
    const named = own.filter((part) => item !== '' && part.item === item)
    return named.length > 0 ? named : own.filter((part) => part.output === output)
  }

  #begin(place: Pick<ToldPart, 'kind' | 'output' | 'content' | 'item'>, start: number): ToldPart {
    const part = { ...place, told: 0, text: '', start, cited: 0 }
    this.#parts.push(part)
    return part
  }
}

const joined = (parts: readonly ToldPart[]) => parts.map(({ text }) => text).join('')
