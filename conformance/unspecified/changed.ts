import type { Chosen } from '../../openapi/behaviours/chosen';
import type { BehaviourId } from '../../openapi/behaviours/options';
import { unspecifiedBehaviours } from '../../openapi/behaviours/unspecified-behaviours';
import { type Contract, pointerTo } from '../../openapi/contract';
import type { Learnt, Seen } from '../verdict/result';
import type { Clause, Observation, Rule } from '../verdict/verdict';

/** What a server chooses is its own; that it chooses otherwise than before breaks clients all the same. */
export const silencesRule: Rule = {
  id: 'silences',
  title: 'An unspecified behaviour is as it was',
  level: 'SHOULD',
};

/** What a server is held to besides its document: what it was seen to choose before. */
export interface Before {
  readonly options: Chosen['options'];
  /** Where that stands. */
  readonly file: string;
}

/** An observation of an unspecified behaviour, and the sentence that it is held to. */
type Changed = Observation & { readonly clause: Clause };

/** Options that a server takes now and did not take before, or that its document rules out; none where nothing is known now. */
export function changedIn(
  learnt: Learnt,
  contract: Pick<Contract, 'leftOpen'>,
  before: Before | undefined,
): readonly Changed[] {
  return [...learnt].flatMap(([id, lesson]) => {
    if ('unknown' in lesson) return [];
    const left = contract.leftOpen[id];
    const ruledOut = lesson.seen.filter(({ option }) => left?.includes(option) === false);
    if (left !== undefined && ruledOut.length > 0)
      return [observationOf(id, ruledOut, left, 'as the document says', true)];
    const had = before?.options[id];
    const others = lesson.seen.filter(({ option }) => had?.includes(option) === false);
    return before === undefined || had === undefined || others.length === 0
      ? []
      : [observationOf(id, others, had, `as ${before.file} says`, false)];
  });
}

function observationOf(
  id: BehaviourId,
  seen: readonly Seen[],
  wanted: readonly string[],
  says: string,
  isOfDocument: boolean,
): Changed {
  const exchanges = seen.flatMap((one) => one.exchanges);
  const { question = '' } = unspecifiedBehaviours().find((one) => one.id === id) ?? {};
  return {
    expected: `${id}: ${wanted.join(' or ')}, ${says}`,
    actual: seen.map(({ option, shows }) => `${option} (${shows})`).join('; '),
    exchanges,
    key: `silence/${id}`,
    clause: {
      sentence: question,
      pointer: isOfDocument ? pointerTo('/x-silences', id) : (exchanges.at(-1)?.request.operation.pointer ?? ''),
    },
  };
}
