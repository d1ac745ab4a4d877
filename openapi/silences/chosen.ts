import { OPTIONS_OF, type OptionOf, SILENCE_IDS, type SilenceId, VARIES_BY_REQUEST } from './choices';

/** What was chosen for a world: plain data, which JSON can hold. */
export interface Chosen {
  /** By silence, the options that may be taken: mostly one; of several any, by the seed. */
  readonly options: Readonly<Partial<Record<SilenceId, readonly string[]>>>;
  /** Where it is given, each silence that is not among `options` or `except` takes any of its options, by this seed. */
  readonly vary?: number | undefined;
  /** Silences that do not vary. */
  readonly except?: readonly SilenceId[] | undefined;
}

/** Parts of what was chosen; one that is left out is that of somebody else. */
export type ChosenParts = { readonly [Part in keyof Chosen]?: Chosen[Part] | (Part extends 'vary' ? null : undefined) };

/** What was chosen by somebody, with these parts in place of theirs; a seed of null is none. */
export const withParts = (chosen: Chosen | undefined, parts: ChosenParts): Chosen => ({
  options: parts.options ?? chosen?.options ?? {},
  vary: parts.vary === undefined ? chosen?.vary : (parts.vary ?? undefined),
  except: parts.except ?? chosen?.except,
});

/** The options that a document leaves of a silence; those of a silence that is not named are all left. */
export type Left = Readonly<Partial<Record<SilenceId, readonly string[]>>>;

/** The options of a silence that a document leaves, the mock's own first where it is among them. */
export const leftOf = (left: Left, id: SilenceId): readonly string[] => left[id] ?? OPTIONS_OF[id];

/** Who has settled a silence. */
export type SettledBy = 'default' | 'document' | 'choice' | 'vary';

export interface Settled {
  readonly by: SettledBy;
  /** Those that may be taken; more than one only where requests differ, or a seed decides. */
  readonly options: readonly string[];
}

/** What may be taken for a silence, and who says so. Where the document has come to leave other options, it goes before. */
export function settled(id: SilenceId, chosen: Chosen | undefined, left: Left): Settled {
  const all = leftOf(left, id);
  const given = chosen?.options[id]?.filter((option) => all.includes(option)) ?? [];
  if (given.length > 0) return { by: 'choice', options: given };
  if (chosen?.vary !== undefined && chosen.except?.includes(id) !== true) return { by: 'vary', options: all };
  const [own = ''] = all;
  return { by: left[id] === undefined ? 'default' : 'document', options: [own] };
}

/**
 * The option that is taken for a silence: always the same for the same arguments.
 *
 * @param turn the number of the request in its world, which counts for those silences alone that may differ by request
 */
export function taken(id: SilenceId, chosen: Chosen | undefined, left: Left, turn: number): string {
  const { options } = settled(id, chosen, left);
  const [only = ''] = options;
  if (options.length === 1) return only;
  const place = hash(`${chosen?.vary ?? 0} ${id} ${VARIES_BY_REQUEST.has(id) ? turn : ''}`) % options.length;
  return options[place] ?? only;
}

/** Those that are taken for a silence: several only where requests differ. */
export const takenOptions = (id: SilenceId, chosen: Chosen | undefined, left: Left): readonly string[] =>
  VARIES_BY_REQUEST.has(id) ? settled(id, chosen, left).options : [taken(id, chosen, left, 0)];

/** FNV-1a of 32 bits, its bits then mixed (the end of MurmurHash3): texts that differ little have nothing in common. */
function hash(text: string): number {
  let bits = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) bits = Math.imul(bits ^ text.charCodeAt(place), 0x01000193);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Nothing but what the document says. */
export const NOTHING: Chosen = { options: {} };

/** What was chosen, or undefined where nobody has chosen and the document settles nothing otherwise than the mock would. */
export function orNothing(chosen: Chosen = NOTHING, left: Left): Chosen | undefined {
  if (Object.keys(chosen.options).length > 0 || chosen.vary !== undefined) return chosen;
  return SILENCE_IDS.every((id) => leftOf(left, id)[0] === OPTIONS_OF[id][0]) ? undefined : chosen;
}

/** The options that count for one request. */
export interface Taken {
  /** The number of the request in its world. */
  readonly turn: number;
  /** By which everything is drawn that a choice leaves open; 0 where nobody has given one. */
  readonly seed: number;
  of<Id extends SilenceId>(id: Id): OptionOf<Id>;
}

/** @param turn the number of the request in its world */
export const takenBy = (chosen: Chosen, left: Left, turn: number): Taken => ({
  turn,
  seed: chosen.vary ?? 0,
  // The cast is true: whoever fills `chosen` and `left` puts options of that silence there.
  of: <Id extends SilenceId>(id: Id) => taken(id, chosen, left, turn) as OptionOf<Id>,
});
