import { type Operation, type Resource, successOf, wordsOf } from '../../../openapi/contract';
import { quoted, sentencesOf, withNoun } from '../marked';
import { isDoneBy } from '../states/action-words';
import { statesOf } from '../states/states';

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
  const forms = [areDone(), does()];
  const clauses = sentences.flatMap((text) => (OPEN.test(text.replaceAll(/`\w+`/g, '')) ? text : text.split(AND_DOES)));
  const found = clauses.flatMap((sentence): readonly Follow[] => {
    const text = withNoun(quoted(sentence, states.values), child);
    if (OPEN.test(text)) return [];
    const {
      before = '',
      after = '',
      of,
      to,
      verb,
    } = forms.map((form) => text.match(form)?.groups).find((one) => one !== undefined) ?? {};
    // Of another one it says nothing here.
    if (of !== undefined && !operation.path.toLowerCase().includes(of.toLowerCase())) return [];
    const target = to ?? states.values.find((value) => isDoneBy([verb ?? ''], wordsOf(value)));
    const from = [...`${before} ${after}`.matchAll(/«([^»]*)»/g)].map(([, state = '']) => state);
    return target === undefined || from.includes(target) ? [] : [{ from, to: target }];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** `Moves it to X, sets `reason`, and voids its payments`: what is said last is a clause by itself. */
const AND_DOES = /, and (?=(?:also |then |automatically )?\p{L}{3,}s (?:all|any|its|every|each|the|`)\b)/u;

/** Where a clause ends that says no more: `along the way`, `with it`, `too`. */
const END =
  '(?=\\W*$|[.;]|,? (?:along|together with it|with it|too|as well|at once|immediately|automatically|thereby|likewise|in turn)\\b)';
const THOSE =
  '(?:(?:all of|all|any|its|the|their|every|each|also|then) )*(?<before>(?:«[^»]*»(?:,? (?:or|and) |, | )?)*)‹›(?: of (?:the|this|that|its) (?<of>\\p{L}+))?';
const THAT =
  '(?<after>,? (?:that|which) (?:are|have been|were) (?:(?:still|merely|just|only|already|currently|yet) )*«[^»]*»(?:(?:,? (?:or|and) |, )«[^»]*»)*,?)?';
/** `Its «open» ‹› are «void»`, `‹› that are merely «open» are «void» along the way` */
const areDone = (): RegExp =>
  new RegExp(
    `^\\W*${THOSE}${THAT} (?:are|get|become) (?:(?:then|also|automatically|both|all|too|thereby) )*«(?<to>[^»]*)»${END}`,
    'iu',
  );
/** `Also voids its «open» ‹›` */
const does = (): RegExp =>
  new RegExp(
    `(?:^\\W*|^[^.,;]{0,60}\\band )(?:(?:also|it|this|then|automatically) )*(?<verb>\\p{L}{3,})s (?:(?:also|then|too|automatically) )*(?=all\\b|any\\b|its\\b|every\\b|each\\b|the\\b|«)${THOSE}${THAT}${END}`,
    'iu',
  );
/** What may happen, or happens otherwise or later. */
const OPEN =
  /\b(?:not|never|no|neither|may|might|can|cannot|could|should|must|ha(?:s|ve|d) to|needs?|unless|until|if|when|while|once|later|eventually|within|nightly|overnight|asynchronously|except|some|others?|before|first|last|where|whose|provided|depending|request|optional(?:ly)?|usually|mostly|default|previews?|simulat\w+|`\w+(?:=\w+)?`|4\d\d)\b|n't\b/i;
