import { BEHAVIOUR_IDS, type BehaviourId, OPTIONS_OF, VARIES_BY_REQUEST } from './options';

/** What was chosen for a world: plain data, which JSON can hold. */
export interface Chosen {
  /** The options in effect, by behaviour: mostly one; of several the seed picks. */
  readonly options: Readonly<Partial<Record<BehaviourId, readonly string[]>>>;
  /** Picks an option for each behaviour that is not among `options` or `except`. */
  readonly vary?: number | undefined;
  /** Behaviours that do not vary. */
  readonly except?: readonly BehaviourId[] | undefined;
}

/** Parts of what was chosen; undefined keeps the part as it was. */
export type ChosenParts = { readonly [Part in keyof Chosen]?: Chosen[Part] | (Part extends 'vary' ? null : undefined) };

/** What was chosen, with these parts replaced; a seed of null is none. */
export const withParts = (chosen: Chosen | undefined, parts: ChosenParts): Chosen => ({
  options: parts.options ?? chosen?.options ?? {},
  vary: parts.vary === undefined ? chosen?.vary : (parts.vary ?? undefined),
  except: parts.except ?? chosen?.except,
});

/** The options that a document leaves; of a behaviour that it does not name it leaves all. */
export type Left = Readonly<Partial<Record<BehaviourId, readonly string[]>>>;

/** The options that a document leaves of a behaviour, the mock's own first where it is among them. */
export const leftOf = (left: Left, id: BehaviourId): readonly string[] => left[id] ?? OPTIONS_OF[id];

/** The options of a behaviour that may take effect: several only where requests differ, or a seed decides. */
interface PossibleOptions {
  /** What decided so. */
  readonly by: 'default' | 'document' | 'choice' | 'vary';
  readonly options: readonly string[];
}

/** Options that the document does not leave do not count. */
export function possibleOptions(id: BehaviourId, chosen: Chosen | undefined, left: Left): PossibleOptions {
  const all = leftOf(left, id);
  const given = chosen?.options[id]?.filter((option) => all.includes(option)) ?? [];
  if (given.length > 0) return { by: 'choice', options: given };
  if (chosen?.vary !== undefined && chosen.except?.includes(id) !== true) return { by: 'vary', options: all };
  const [own = ''] = all;
  return { by: left[id] === undefined ? 'default' : 'document', options: [own] };
}

/**
 * The option of a behaviour that takes effect: always the same for the same arguments.
 *
 * @param turn the number of the request in its world; it counts only for behaviours that may differ by request
 */
export function optionInEffect(id: BehaviourId, chosen: Chosen | undefined, left: Left, turn: number): string {
  const { options } = possibleOptions(id, chosen, left);
  const [only = ''] = options;
  if (options.length === 1) return only;
  const place = hash(`${chosen?.vary ?? 0} ${id} ${VARIES_BY_REQUEST.has(id) ? turn : ''}`) % options.length;
  return options[place] ?? only;
}

/** The options of a behaviour that take effect: several only where requests differ. */
export const optionsInEffect = (id: BehaviourId, chosen: Chosen | undefined, left: Left): readonly string[] =>
  VARIES_BY_REQUEST.has(id) ? possibleOptions(id, chosen, left).options : [optionInEffect(id, chosen, left, 0)];

/** FNV-1a of 32 bits, then mixed as MurmurHash3 ends: similar texts have unlike hashes. */
function hash(text: string): number {
  let bits = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) bits = Math.imul(bits ^ text.charCodeAt(place), 0x01000193);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** What was chosen, or undefined where nothing was and the document leaves each behaviour as the mock has it. */
export function orNothing(chosen: Chosen = { options: {} }, left: Left): Chosen | undefined {
  if (Object.keys(chosen.options).length > 0 || chosen.vary !== undefined) return chosen;
  return BEHAVIOUR_IDS.every((id) => leftOf(left, id)[0] === OPTIONS_OF[id][0]) ? undefined : chosen;
}
