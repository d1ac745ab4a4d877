/** In which states a record has to be that an operation names, as words about that record say. */
import type { Operation } from '../../../openapi/contract';
import { quoted, sentencesOf } from '../marked';
import type { Action } from '../states/action-words';
import { conditionIn, refusedFor, refuses, tellsAll, together, withoutStatus } from '../states/state-conditions';

/** In which states of another record that it names an operation works. */
export interface OtherCondition extends Pick<Action, 'from' | 'notFrom'> {
  /** Those by which it is refused in the others. */
  readonly statuses: readonly number[];
}

/**
 * By sentences about that record alone; undefined where there is none.
 *
 * @param described the words beside the member that names it
 * @param marked puts `‹›` in the place of each word for it
 * @param spelled says a state by its name that words have otherwise
 */
export function conditionOn(
  operation: Operation,
  described: string,
  values: readonly string[],
  marked: (text: string) => string,
  spelled: (text: string) => string = (text) => text,
): OtherCondition | undefined {
  const aboutIt = (text: string): readonly string[] =>
    sentencesOf(text)
      .flatMap((sentence) =>
        withoutStatus(refuses(sentence) ? eachRefused(sentence) : sentence)
          .replaceAll(BESIDE_IT, '')
          .replace(SO_DOES, (all, it: string) => (refuses(sentence) ? `, and ${it} is refused` : all))
          .replace(ABSENT_OR, ' ')
          .replace(UNKNOWN_OR, '$1 ')
          .replace(OWES_ALL, eachOwed)
          .replace(
            THERE_AND,
            (_all, owes: string, not = '', no = '', state: string) => `${owes} ${not}${no}be ${state}`,
          )
          .split(/,\s+(?:or|and)\s+|; (?!(?:for |with |of )?(?:(?:all|any|every|the) )?others\b|(?:an? )?`?409\b)/)
          // What more it may be leaves open what it is.
          .map((part, _nth, { length }) => (length > 1 ? part.replace(/^The ‹›:/, 'The ‹›,') : part)),
      )
      .map((sentence) =>
        marked(quoted(spelled(sentence), values))
          .replaceAll(ONE_OF, 'a ‹›')
          .replaceAll(AS_ABOVE, '‹›')
          .replace(NEEDS_SUCH, asNeeded)
          .replace(SUCH_A, asCondition),
      )
      .filter((sentence) => OF_OTHER.test(sentence))
      .map((sentence) => sentence.replaceAll('‹›', 'record'));
  const refusals = operation.replies.filter(({ status }) => REFUSING_OTHERS.includes(Number(status)));
  const told = refusals.map((one) => ({
    status: Number(one.status),
    all: aboutIt(one.description).map((sentence) => refusedFor(sentence, undefined)),
  }));
  const beside = `The ‹›: ${described.replaceAll(/(?<=[.;]\s+)It(?= )/g, 'The ‹›')}`;
  const sentences = [operation.summary, operation.description, beside].flatMap(sentencesOf);
  const said = sentences.flatMap((text, nth) =>
    aboutIt(OF_IT.test(marked(sentences[nth - 1] ?? '')) ? text.replace(SUCH_ONE, '$1 ‹›') : text)
      .filter(tellsAll)
      .map((sentence) => ({
        ...conditionIn(sentence, undefined),
        status: statusBeside(quoted(spelled(text), values)),
      })),
  );
  const all = [...told.flatMap((one) => one.all), ...said];
  const { from, notFrom } = together(all);
  const naming = told.filter((one) => one.all.some((each) => each.from !== undefined || each.notFrom !== undefined));
  const named = told.filter(({ status }) => said.some((one) => (one.from ?? one.notFrom) && one.status === status));
  const statuses = [naming, named, told].find(({ length }) => length > 0)?.map(({ status }) => status) ?? [];
  if ((from === undefined && notFrom.length === 0) || statuses.length === 0) return undefined;
  // Words that leave no state are not understood.
  if (from === undefined && values.every((one) => notFrom.includes(one))) return undefined;
  return { from, notFrom, statuses };
}

const eachOwed = (whole: string, ...parts: readonly unknown[]): string => {
  const { front = '', all = '' } = Object(parts.at(-1)) as Record<string, string | undefined>;
  const owed = all.split(/, and |, | and /).filter((one) => one !== 'exist');
  return owed.every((one) => /^(?:not )?be /.test(one)) ? owed.map((one) => `${front} ${one}`).join('; ') : whole;
};

/** What a member holds, and no more: `A vehicle of the depot that is not archived`, `An active customer`. */
const SUCH_A =
  /^(The ‹›: )(?:(?:the )?id of )?(?:an?|any|one)(?: (?:known|existing))? (?:(?<before>«[^»]*»(?:,? or «[^»]*»)*) ‹›(?: (?:of|in|from|on|for) (?:the|this|your|our|its|an?) \p{L}+)?|‹›(?: (?:of|in|from|on) (?:the|this|your|our|its) \p{L}+)?,? (?:that|which) (?:is|are|has been)(?: (?:still|currently|now))?(?<not> not| neither)? (?<behind>«[^»]*»(?:,? (?:n?or) «[^»]*»)*))\W*$/iu;
const asCondition = (_all: string, ...parts: readonly unknown[]): string => {
  const { before, not, behind } = Object(parts.at(-1)) as Record<string, string | undefined>;
  return `The ‹› must ${not === undefined ? '' : 'not '}be ${before ?? behind}`;
};

/** The only status of a sentence, else the first one behind its last state: `It has to be known (422) and «confirmed» (409)`. */
function statusBeside(text: string): number | undefined {
  const all = [...new Set([...text.matchAll(STATUS)].map(([, status]) => Number(status)))];
  const behind = text.slice(text.lastIndexOf('»') + 1).match(/\b4\d\d\b/);
  return all.length < 2 ? all[0] : behind === null ? undefined : Number(behind[0]);
}

/** What a refusal has with it: `409 wrong_state (with current set to closed)`. */
const BESIDE_IT = /\s*\((?:with|and|see|where|its?|the) [^()]*\)/gi;
/** `Other drafts are refused with 409, one of a closed account with 409 account_closed`: each is a refusal of its own. */
const ALSO_REFUSED =
  /(?<=\b(?:refused|rejected|answered) (?:with|by)\b.*),\s+(?:and\s+)?((?:an?|one|the|those|any) (?:(?:whose|that|which) [^,;]{1,60}?|(?:(?!\b(?:is|are|gets?|was|were|will|may|can)\b)[^,;]){1,60}?)) (?:with|by) (?=`?4\d\d\b|`[a-z]+(?:[_.-][a-z]+)+`)/gi;
const eachRefused = (text: string): string =>
  text.replaceAll(ALSO_REFUSED, '; $1 is refused with ').replaceAll(ALSO_IF, '; refused ');
/** `Refused with 409 in other states, if it has no lines, and if the account is closed` */
const ALSO_IF =
  /(?<=\b(?:refused|rejected|answered) (?:with|by)\b.*),\s+(?:(?:and|or)\s+)?(?=(?:if|when|where|while) (?:(?!\b(?:is|are|was|were|has|have)\b)[^,;.])*\b(?:is|are|was|were|has|have)\b(?:(?!\b(?:is|are|was|were|will|gets?|may|can)\b)[^,;.])*(?:[,;.]|$))/gi;
/** `An article that is archived gives 409, and so does a closed account`. */
const SO_DOES =
  /,? (?:and so (?:does|do|is|are)|as (?:does|do|is|are)|and likewise(?: for)?|and the same (?:goes|holds) for) ((?:an? |the )?[^.;,]+)(?=\W*$)/i;

/** That it is not there, which is said of it beside its state: `the article does not exist or is archived`. */
const ABSENT_OR =
  /\s(?:do(?:es)?(?: not|n't) exist|(?:is|are) (?:not there|not found|missing|unknown|invalid)|(?:can ?not|can't) be found|was not found),? or (?=(?:it |they )?(?:is|are|was|were|has|have)\b)/i;
/** The same of one word: `the article is unknown or archived`. */
const UNKNOWN_OR =
  /\b(is|are) (?:unknown|missing|invalid|not found|gone|deleted),? or (?!(?:is|are|was|were|has|have)\b)/i;
const STATUS = /\b(4\d\d)\b/g;
/** The same of what it has to be: `it has to exist, be active and be in stock`, `it must be known and active`. */
const THERE_AND =
  /\b(must|has to|have to|needs? to) (?:(?:exist|be there)(?:,| and|, and) (?:(?:must|has to|have to|needs? to) )?(not )?be|be known(?:,| and|, and)(?: (?:(?:must|has to|have to|needs? to) )?(not )?be)?) ([`'"]?\p{L}+[`'"]?)(?:(?:,| and|, and) (?:\p{L}+ ){1,3}.*)?/iu;
/** `They must exist, be priced in its currency and be active`: each of these is owed. */
const OWES_ALL =
  /^(?<front>.*\b(?:must|has to|have to|needs? to)) (?<all>(?:not )?(?:exist|be [^,]+?)(?:(?:, and|,| and) (?:not )?(?:exist|be [^,]+?))+)\W*$/i;
/** `The same goes for products on the lines: they must be active` is about the products. */
const AS_ABOVE = /‹›(?: (?:on|in|of|at|for) (?:(?:the|its|their|an?) )?\p{L}+)?: (?:they|it)(?= )/giu;
/** `Needs a customer who isn't blocked`, `Needs every product on it active`, as a table or a list says it of an action. */
const NEEDS_SUCH =
  /^\s*(?:needs|requires|presupposes) (?:an?|the|every|each|all) ‹›(?: (?:on|in|of|for) (?:it|(?:the|this) \p{L}+))?,?(?: (?:who|that|which))?(?: (?:is|are|has been))?(?<not>n['’]t| not)? (?:in (?:state|status) )?(?<states>«[^»]*»(?:,? (?:or|nor) «[^»]*»)*)\W*$/iu;
const asNeeded = (_all: string, ...parts: readonly unknown[]): string => {
  const { not, states } = Object(parts.at(-1)) as Record<string, string | undefined>;
  return `The ‹› must ${not === undefined ? '' : 'not '}be ${states}`;
};
const REFUSING_OTHERS: readonly number[] = [409, 422];
/** `An article that is on it already is refused; a retired one with 409`. */
const OF_IT = /^\W*(?:an?|the|any) ‹›/i;
const SUCH_ONE = /^(\W*(?:an?|any) [`'"]?[\p{L}_-]+[`'"]?) one\b/iu;
const ONE_OF = /\b(?:one|any|some|each|all)(?: or more)? of (?:the|its|these|their) ‹›/gi;
/** The record that is named stands before its state, and nothing else between the two: `a «closed» ‹›`, `the ‹› is not «open»`. */
const OF_OTHER =
  /«[^»]*»(?:,? (?:or|and) «[^»]*»)* ‹›|(?<!\bof (?:the |an? |its )?)‹›:?,? (?:(?:that|which|it|is|are|was|were|has|have|had|must|needs?|to|been|be|not|no|longer|only|either|already|still|currently|if|when|while|can|may|cannot|an?|the|in|state|status|of|both|other|than|on) ?|n['’]t |, )*«/iu;
