import type { BehaviourId } from '../../openapi/behaviours/options';
import type { Exchange } from './exchange';

/** An option that a server was seen to take, and what shows it. */
export interface Seen<Option extends string = string> {
  readonly option: Option;
  /** The line or the figures that show it, in a few words. */
  readonly shows: string;
  /** One exchange, or those that show it together; the last one is the evidence. */
  readonly exchanges: readonly Exchange[];
}

/** What exchanges have shown of a silence: options, or why none is known, in a few words. */
export type Lesson<Option extends string = string> =
  | { readonly seen: readonly [Seen<Option>, ...Seen<Option>[]] }
  | { readonly unknown: string };

/** What exchanges have shown of each unspecified behaviour, in the order of `openapi/silences.yaml`. */
export type Learnt = ReadonlyMap<BehaviourId, Lesson>;
