import { type Operation, type Resource, successOf, wordsOf } from '../../openapi/contract';
import { isDoneBy, sentencesOf } from './action-words';
import { withNoun } from './related-words';
import { quoted } from './state-tables';
import { statesOf } from './states';

/** What becomes of records that belong to another when something is done to that. */
export interface Follow {
  /** The states of those of which it is said; none: of all. */
  readonly from: readonly string[];
  readonly to: string;
}

/** What words beside an action say of that: `Payments that are merely authorized are voided along the way`; undefined where they say nothing of a child. */
export function followOf(operation: Operation, child: Resource): Follow | undefined {
  const states = statesOf(child);
  if (states === undefined) return undefined;
  const { summary, description } = operation;
  const sentences = [summary, description, successOf(operation)?.reply.description ?? ''].flatMap(sentencesOf);
  const found = sentences.flatMap((sentence): readonly Follow[] => {
    const text = withNoun(quoted(sentence, states.values), child);
    if (OPEN.test(text)) return [];
    const { before = '', after = '', to, verb } = text.match(ARE_DONE)?.groups ?? text.match(DOES)?.groups ?? {};
    const target = to ?? states.values.find((value) => isDoneBy([verb ?? ''], wordsOf(value)));
    const from = [...`${before} ${after}`.matchAll(/«([^»]*)»/g)].map(([, state = '']) => state);
    return target === undefined || from.includes(target) ? [] : [{ from, to: target }];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** `Its «open» ‹› are «void»`, `‹› that are merely «open» are «void» along the way` */
const ARE_DONE =
  /(?<before>(?:«[^»]*»(?:,? (?:or|and) |, | )?)*)‹›(?<after>,? (?:that|which) (?:are|is|have been|were) (?:(?:still|merely|just|only|already|currently|yet) )*«[^»]*»(?:(?:,? (?:or|and) |, )«[^»]*»)*,?)? (?:are|is|get|become)s? (?:(?:then|also|automatically|both|all|too|thereby) )*«(?<to>[^»]*)»/iu;
/** `Also voids its «open» ‹›` */
const DOES =
  /\b(?<verb>\p{L}{3,})s(?: (?:also|then|too|automatically))*(?: (?:all|any|its|the|their|every|each|of))* (?<before>(?:«[^»]*»(?:,? (?:or|and) |, | )?)*)‹›(?<after>,? (?:that|which) (?:are|is) (?:(?:still|merely|just|only|already) )*«[^»]*»)?/iu;
/** What may happen, or happens otherwise or later. */
const OPEN =
  /\b(?:not|never|no|neither|may|might|can|cannot|could|should|must|ha(?:s|ve|d) to|needs?|unless|until|if|when|while|once|later|eventually|within|nightly|asynchronously|except|some|4\d\d)\b|n't\b/i;
