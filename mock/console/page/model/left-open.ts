import type { BehaviourId } from '../../../../openapi/behaviours/options';
import type { ChoicesState } from '../../../../openapi/types/control';

/** Something that the contract leaves open: its options, and which of them the mock takes. */
export type UnspecifiedBehaviour = ChoicesState['choices'][number];

/** What takes the place of all earlier choices. */
export interface WholeChange {
  readonly choices: Readonly<Record<string, readonly string[]>>;
  readonly vary: number | null;
  readonly except: readonly BehaviourId[];
}

/** What was chosen, to be changed in part. */
export const changeOf = ({ vary, except, choices }: ChoicesState): WholeChange => ({
  vary,
  except,
  choices: Object.fromEntries(choices.filter(isChosen).map(({ id, chosen }) => [id, chosen])),
});

const isChosen = ({ chosen }: UnspecifiedBehaviour): boolean => chosen.length > 0;

/** The same with these options for a behaviour; none of them leaves it to the mock. */
export function withChoice(change: WholeChange, id: BehaviourId, options: readonly string[]): WholeChange {
  const { [id]: _, ...others } = change.choices;
  return { ...change, choices: options.length === 0 ? others : { ...others, [id]: options } };
}

/** The same with a behaviour that varies, or does not. */
export function withException(change: WholeChange, id: BehaviourId, varies: boolean): WholeChange {
  const others = change.except.filter((one) => one !== id);
  return { ...change, except: varies ? others : [...others, id] };
}

/** In a word or two, for beside the heading. */
export function choicesInWords({ vary, choices }: ChoicesState): string {
  if (vary !== null) return `Varies by seed ${vary}`;
  const count = choices.filter(isChosen).length;
  return count === 0 ? 'Nothing chosen' : `${count} chosen`;
}

const BY: Readonly<Record<UnspecifiedBehaviour['by'], string>> = {
  default: 'by the mock itself',
  document: 'by the document',
  choice: 'chosen',
  vary: 'by the seed',
};

/** What is done, and what has decided it. */
export const decidedInWords = ({ taken, by, varies }: UnspecifiedBehaviour): string =>
  `${taken.join(' or ')}, ${taken.length > 1 && varies === 'request' ? 'request by request, ' : ''}${BY[by]}`;

/** Those that have a text in their words, by what they are about. */
export function groupsOf(
  all: readonly UnspecifiedBehaviour[],
  contains: string,
): readonly (readonly [string, readonly UnspecifiedBehaviour[]])[] {
  const wanted = contains.trim().toLowerCase();
  const found = all.filter((one) => wanted === '' || wordsOf(one).includes(wanted));
  return [...new Set(found.map(({ about }) => about))].map((about) => [
    about,
    found.filter((one) => one.about === about),
  ]);
}

const wordsOf = ({ id, question, options }: UnspecifiedBehaviour): string =>
  [id, question, ...options.flatMap((option) => [option.id, option.means, option.example])].join('\n').toLowerCase();

/** How many of them are done otherwise than by the mock itself. */
export const otherwise = (behaviours: readonly UnspecifiedBehaviour[]): number =>
  behaviours.filter(({ taken, options }) => taken.join() !== options[0]?.id).length;
