import {
  memoized,
  type Operation,
  propertiesOf,
  type Resource,
  replyFor,
  successOf,
  wordsOf,
} from '../../openapi/contract';
import { changeSentences } from './change-words';
import { quoted, statesIn } from './marked';
import { moveOf } from './state-tables';
import { type States, statesOf } from './states';

/** What the words of an action say of the states of the record that it is about. */
export interface Action {
  /** The state that it leads to; undefined where none is named. */
  readonly target: string | undefined;
  /** Whether a sentence says so; else the action is only called by it. */
  readonly isSaid: boolean;
  /** The states in which alone it is done; undefined where no word says so. */
  readonly from: readonly string[] | undefined;
  /** The states in which it is not done. */
  readonly notFrom: readonly string[];
  /** The states in which it is done as well, as words say that do not tell all. */
  readonly also?: readonly string[];
}

export function actionOf(operation: Operation, { values }: Pick<States, 'values'>): Action {
  const { summary, description, path, id } = operation;
  const done = quoted(successOf(operation)?.reply.description ?? '', values);
  const sentences = [summary, description].flatMap(sentencesOf).map((text) => withoutFigures(quoted(text, values)));
  const called =
    [wordsOf(path.slice(path.lastIndexOf('/'))), wordsOf(id).slice(0, 1)]
      .map((words) => values.filter((value) => isDoneBy(words, wordsOf(value))))
      .find((found) => found.length === 1)?.[0] ??
    done
      .match(AS_IT_IS)
      ?.slice(1)
      .find((one) => one !== undefined);
  const leads = new Set(
    [...sentences, done].flatMap((text) => [...text.matchAll(LEADS)].map(([, state = '']) => state)),
  );
  const [led] = leads;
  const listed = moveOf(operation, values);
  const target = listed?.to ?? (leads.size === 1 ? led : called);
  const isSaid =
    listed?.to !== undefined || leads.size === 1 || (called !== undefined && statesIn(done).join() === called);
  const refusal = replyFor(operation, 409);
  if (refusal === undefined) return { target, isSaid, from: undefined, notFrom: [] };
  if (listed !== undefined) return { target, isSaid, from: listed.from, notFrom: [] };
  const told = [
    ...[
      ...sentences.filter((text) => !isOfPart(text, operation)),
      ...changeSentences(operation)(values).map(withoutFigures),
    ].map((text) => conditionIn(text, target)),
    ...withoutFigures(quoted(refusal.description, values))
      .split(/(?<=[.;])\s+/)
      .map((text) => refusedFor(text, target)),
  ];
  const from = [...new Set(told.flatMap((one) => one.from ?? []))];
  const notFrom = [...new Set(told.flatMap((one) => one.notFrom ?? []))].filter((one) => !from.includes(one));
  const also = sentences.flatMap((text) => statesIn(text.match(ALSO_IN)?.groups?.states ?? ''));
  return { target, isSaid, from: from.length === 0 ? undefined : from, notFrom, ...(also.length > 0 && { also }) };
}

/** `The price cannot be changed once the order is «placed»` is about a member, and about no record. */
function isOfPart(text: string, { path }: Operation): boolean {
  const [, subject] = OF_PART.exec(text) ?? [];
  return subject !== undefined && !wordsOf(path).some((word) => wordsOf(subject).some((one) => word.startsWith(one)));
}

const OF_PART =
  /^\W*(?:the|its|their) (`[^`]+`|(?!record|resource|object|item|entry)\p{L}+)(?: of [^.;«]{1,30}(?:«[^»]*» \p{L}+)?)? (?:can ?not|can['’]t|can no longer|may not|must not|can only|may only) be (?:changed|edited|updated|modified|altered|set)\b/iu;

/** `Suspended members can be changed like any other`, `Also closed ones may be edited`. */
const ALSO_IN =
  /^\W*(?:also |even )?(?:an? |the )?(?<states>«[^»]*»(?:,? (?:or|and) «[^»]*»)*) \p{L}+ (?:can|may) (?:still |also |be )*(?:changed|edited|updated|patched|modified)(?: (?:like any other|as well|too|all the same|as usual|like others))?\W*$/iu;

/** `Of which nothing has been «paid»`, `«paid» is 0`, `«captured» money`: that is a figure of the record, and no state. */
const withoutFigures = (text: string): string =>
  text.replaceAll(
    /(?<=\b(?:nothing|none|something|anything|(?:no|any|some) part|any)(?: of \p{L}+)? (?:has been|is|was) )«([^»]*)»|«([^»]*)»(?= (?:is|=|equals) (?:\d|zero\b)| (?:money|funds?|amounts?|cash|sums?)\b)/giu,
    '$1$2',
  );

/** In which states of another record that it names an operation works. */
export interface OtherCondition extends Pick<Action, 'from' | 'notFrom'> {
  /** Those by which it is refused in the others. */
  readonly statuses: readonly number[];
}

/**
 * The same of a record that an operation names, by sentences about that alone; undefined where none is.
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
        withoutStatus(sentence)
          .replaceAll(BESIDE_IT, '')
          .replace(SO_DOES, (all, it: string) => (REFUSES.test(sentence) ? `, and ${it} is refused` : all))
          .replace(ABSENT_OR, ' ')
          .replace(UNKNOWN_OR, '$1 ')
          .replace(OWES_ALL, eachOwed)
          .replace(
            THERE_AND,
            (_all, owes: string, not = '', no = '', state: string) => `${owes} ${not}${no}be ${state}`,
          )
          .split(/,\s+(?:or|and)\s+|; /)
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
  // That something is allowed for such records as well says nothing of others: `Drafting is allowed for closed accounts`.
  const isPlain = (sentence: string): boolean =>
    [ONLY, OWES, REFUSES].some((form) => form.test(sentence)) || (NEEDS.test(sentence) && !ALLOWED.test(sentence));
  const beside = `The ‹›: ${described.replaceAll(/(?<=[.;]\s+)It(?= )/g, 'The ‹›')}`;
  const said = [operation.summary, operation.description, beside].flatMap(sentencesOf).flatMap((text) =>
    aboutIt(text)
      .filter(isPlain)
      .map((sentence) => ({
        ...conditionIn(sentence, undefined),
        status: statusBeside(quoted(spelled(text), values)),
      })),
  );
  const all = [...told.flatMap((one) => one.all), ...said];
  const from = [...new Set(all.flatMap((one) => one.from ?? []))];
  const notFrom = [...new Set(all.flatMap((one) => one.notFrom ?? []))].filter((one) => !from.includes(one));
  const naming = told.filter((one) => one.all.some((each) => each.from !== undefined || each.notFrom !== undefined));
  const named = told.filter(({ status }) => said.some((one) => (one.from ?? one.notFrom) && one.status === status));
  const statuses = [naming, named, told].find(({ length }) => length > 0)?.map(({ status }) => status) ?? [];
  if ((from.length === 0 && notFrom.length === 0) || statuses.length === 0) return undefined;
  return { from: from.length === 0 ? undefined : from, notFrom, statuses };
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
const ONE_OF = /\b(?:one|any|some|each|all)(?: or more)? of (?:the|its|these|their) ‹›/gi;
/** The record that is named stands before its state, and nothing else between the two: `a «closed» ‹›`, `the ‹› is not «open»`. */
const OF_OTHER =
  /«[^»]*»(?:,? (?:or|and) «[^»]*»)* ‹›|(?<!\bof (?:the |an? |its )?)‹›:?,? (?:(?:that|which|it|is|are|was|were|has|have|had|must|needs?|to|been|be|not|no|longer|only|either|already|still|currently|if|when|while|can|may|cannot|an?|the|in|state|status|of|both|other|than|on) ?|n['’]t |, )*«/iu;

/** `The order, cancelled`, `The shipped order`: what the words beside a success show. */
const AS_IT_IS =
  /^(?:The|An?)(?: \p{L}+)?(?:, (?:now |which (?:is|has been) (?:now )?)?«([^»]*)»|(?<! \p{L}+) «([^»]*)» \p{L}+)\W*$/iu;

/** The state of a new record, as the words of what makes it say; undefined where none says so. */
export const beginOf: (resource: Resource) => string | undefined = memoized((resource: Resource) => {
  const { create } = resource.operations;
  const states = statesOf(resource);
  if (create === undefined || states === undefined) return undefined;
  const { summary, description } = create;
  const shown = [201, 202].map((status) => replyFor(create, status)?.description ?? '');
  const ofState = propertiesOf(resource.schema).get(states.property)?.schema.description;
  const texts = [
    ...[summary, description, ...shown],
    ...sentencesOf(String(ofState ?? '')).filter((text) => /\b(?:new|initial(?:ly)?|starts?|begins?)\b/i.test(text)),
  ].map((text) => quoted(text, states.values));
  const said = [
    ...texts.flatMap((text) => [...text.matchAll(BEGINS)].map(([, state = '']) => state)),
    // `The job, queued.`
    ...shown.flatMap((text) => quoted(text, states.values).match(AS_IT_IS)?.[1] ?? []),
  ];
  const found = new Set([
    ...said,
    ...[propertiesOf(resource.schema).get(states.property)?.schema.default].filter(isText),
  ]);
  return found.size === 1 ? [...found][0] : undefined;
});

const isText = (value: unknown): value is string => typeof value === 'string';

const BEGINS =
  /(?<!\b(?:until|when|once|after|before|if|unless|while|as soon as)\b[^.;«]{0,40})(?:(?<!\b(?:that|which|who) )\b(?:is|are|was|were|starts?|begins?|created|made|opened|added)(?: (?:out|off|on|in|as|an?|the|state|status|of|with))*|^\p{L}+ (?:an?|the)(?: new)?) «([^»]*)»/giu;

/** The sentences of a text, also of one with lines of about the same length: a line goes on in the next, but for lists and tables. */
export const sentencesOf = (text: string): readonly string[] =>
  text.replaceAll(/\n(?![ \t]*(?:\n|[-*+|#>]|\d+[.)]))[ \t]*/g, ' ').split(/(?<=[.;])\s+|\n+/);

/** Whether the words of a refusal name a state in each of its reasons: it may as well be for something else that they name. */
export const isForStatesAlone = (text: string, values: readonly string[]): boolean =>
  quoted(text, values)
    .split(/[.,;:]\s+(?:(?:or|and)\s+)?|\s(?:or|and)\s+/)
    .every((reason) => /«|\b(?:state|status|stage|phase)s?\b/i.test(reason));

/** The same of the words of an operation: they ask for nothing beside a state, as `placed and paid in full` does. */
export const asksForStatesAlone = ({ description }: Operation, values: readonly string[]): boolean =>
  sentencesOf(description)
    .filter((text) => REFUSES.test(text) || OWES.test(text))
    .every((text) =>
      isForStatesAlone(text.replace(OTHERWISE, '. status ').replaceAll(/\bothers?\b/gi, 'status'), values),
    );

const LEADS =
  /(?<!\b(?:until|when|if|while|unless|once|whether|whose|where|after|as soon as|only|with)\b[^.;«]{0,40})(?:\b(?:becomes?|is (?:now|then)|(?:state|status|stage|phase) is|marks?\b[^.;«]*(?:«[^»]*»[^.;«]*)?\bas|(?<=^\W{0,3}(?:(?:it|this) )?)(?:makes?|declares?|renders?) (?:an? |the )?(?:«[^»]*» )?(?!(?:an?|the)\b)\p{L}+|puts? (?:an? |the )?(?:«[^»]*» )?\p{L}+|(?:moves?|brings?|puts?|sets?|changes?|goes|transitions?|turns?|releases?|returns?|reverts?|restores?|advances?)\b[^.;«]*(?:«[^»]*»[^.;«]*)?\b(?:in)?to)|→|->)\s+(?:an? |the )?(?:state |status )?«([^»]*)»/giu;

interface Condition {
  readonly from?: readonly string[];
  readonly notFrom?: readonly string[];
}

/** In which states an action is done, as far as a sentence of its description says so. */
function conditionIn(sentence: string, target: string | undefined): Condition {
  const whole = sentence.replace(OF_OTHERS_THEN, '');
  const [front = '', ...otherwise] = whole.replaceAll(DONE_TO, '').replace(OR_409, ' otherwise 409').split(OTHERWISE);
  if (otherwise.length === 0 || !REFUSES.test(otherwise.join())) return plainConditionIn(whole, target);
  const told = plainConditionIn(front, target);
  const states = statesIn(front).filter((one) => one !== target);
  // What is refused otherwise is done in the states that are named, whatever else the sentence says of them.
  const isPlain = states.length > 0 && !ALREADY.test(front) && !NOT.test(front) && !/\binstead\b/i.test(front);
  return isPlain && told.from === undefined && told.notFrom === undefined ? { from: states } : told;
}

function plainConditionIn(whole: string, target: string | undefined): Condition {
  const text = withoutStatus(whole).replaceAll(DONE_TO, '');
  const named = statesIn(text);
  const states = named.filter((one) => one !== target);
  if (/\binstead\b/i.test(text) || isOfMore(text, target)) return {};
  if (ALREADY.test(text)) return REFUSES.test(text) ? { notFrom: named } : {};
  if (states.length === 0) return {};
  const moved = target === undefined ? undefined : movedFrom(text, target);
  if (moved !== undefined && !REFUSES.test(text)) return { from: moved };
  if (/\bunless\b/i.test(text) && !/\bunless\b.*«/i.test(text)) return {};
  if (/\bunless\b/i.test(text)) return REFUSES.test(text) ? { from: states } : { notFrom: states };
  if (NOT.test(text)) return REFUSES.test(text) ? { from: states } : ALLOWS.test(text) ? { notFrom: states } : {};
  if (/\b(?:before|until)\b(?: (?!can\b|may\b)[\p{L}]+){0,4} «/iu.test(text))
    return REFUSES.test(text) ? { from: states } : { notFrom: states };
  // `Once it is placed, only the reference can`: that is of members, and of no state.
  if (OF_MEMBERS.test(text)) return {};
  if (REFUSES.test(text)) return ONLY.test(text) ? {} : { notFrom: states };
  if (ONLY.test(text) && (ALLOWS.test(text) || OWES.test(text))) return { from: states };
  if (NEEDS.test(text) || SUCH_ONLY.test(text)) return { from: states };
  // It does something to a record that is in a state: to others it does not, as its 409 says.
  return OF_ONE.test(text) ? { from: states } : {};
}

/** That it is done to a part none the less, to these as well as to others, or that another state is reached: `cannot go back to «draft»`. */
function isOfMore(text: string, target: string | undefined): boolean {
  if (!REFUSES.test(text)) return /(?:,? too|\bas well)\W*$/i.test(text);
  const [, to] =
    /\b(?:changed|moved|put|set|turned|brought|go|back) (?:back )?(?:in)?to (?:state |status )?«([^»]*)»\W*$/i.exec(
      text,
    ) ?? [];
  return (to !== undefined && to !== target) || SAVE_FOR.test(text);
}

/** What is refused from then on is something else: `Stops an active customer from ordering: new orders are refused with 409`. */
const OF_OTHERS_THEN =
  /(?<=^[^:«]*«[^»]*»[^:«]*):\s(?!(?:(?:all|any|every|the) )?others?\b|(?:an? |the )?«|it\b|they\b|otherwise\b)(?:[\p{L}-]+ ){1,5}(?:is|are) (?:refused|rejected)\b[^«]*$/iu;

const SAVE_FOR =
  /\b(?:apart from|except(?: for)?|save for|other than|beyond) (?:its|their|the|an?) (?!«|state|status)/i;

/** The states before an arrow, or between `from` and `to`, that leads to the one of the action. */
function movedFrom(text: string, target: string): readonly string[] | undefined {
  const [, before = '', to] = MOVES.exec(text) ?? [];
  const from = statesIn(before);
  return to === target && from.length > 0 && !from.includes(target) ? from : undefined;
}

const MOVES = /((?:«[^»]*»(?:,? (?:or|and) |, |\/)?)+)\s*(?:→|⇒|[-=]+>|(?:in)?to)\s*(?:state |status )?«([^»]*)»/i;

/** Without the status of a refusal in brackets, `(409 not_a_draft)`, where a sentence says by words that it refuses, or what alone it does. */
export function withoutStatus(text: string): string {
  const alone = text.replaceAll(/\s*\((?:(?:else |with |or )?`?4\d\d\b[^()]*|`[a-z]+(?:[_-][a-z]+)+`)\)/gi, '');
  return [REFUSES, ONLY, NEEDS, OWED].some((form) => form.test(alone)) ? alone : text;
}

/** `(409 otherwise)`, `(409, order_not_draft, for other orders)` */
const OR_409 =
  /[\s(,;:–—-]*`?\b409\b(?:`?,? ?`[\w.-]+`)?[^.;),]{0,30},? ?\b(?:otherwise|(?:in|with|at) (?:an|(?:every|any|all) )?other (?:stat(?:e|us(?:e)?)s?|stages?|phases?|cases?)(?! than\b)|for (?:(?:all|any|every|the) )?(?:others|other (?:ones?|\p{L}+))(?=\)|\W*$))(?!\p{L})\)?/iu;
/** `Otherwise`, `orders in another status are refused` */
const OTHERWISE =
  /[\s(,;:–—-]*\b(?:otherwise|or else|else|(?:(?:for |to |of )?(?:the |all |those |any )?\p{L}+ )?in (?:an|(?:every|any|all) )?other (?:stat(?:e|us(?:e)?)s?|stages?|phases?|cases?)(?! than\b))(?!\p{L})/iu;

/** The same of a sentence about a 409: the record is not in one state, or it is in another. */
function refusedFor(whole: string, target: string | undefined): Condition {
  const text = whole.replaceAll(DONE_TO, '');
  const states = statesIn(text);
  const others = states.filter((one) => one !== target);
  if (states.length === 0 || OF_MEMBERS.test(text)) return {};
  if (NOT.test(text) || ONLY.test(text)) return { from: others };
  if (/\b(?:do|does|can|may|must|is|are)(?: ?not|n't)\b|\bno longer\b/i.test(text)) return { notFrom: states };
  if (OF_SUCH.test(text)) return { notFrom: states };
  return ALREADY.test(text) || /(?:\b(?:is|are|was|been|either|on|in (?:the )?(?:state|status)) |^)«/i.test(text)
    ? { notFrom: states }
    : {};
}

/** `Unknown or archived article`: that such a one was named. */
const OF_SUCH = /(?<!\b(?:no|without|without an?|needs? an?|requires? an?|only an?) )«[^»]*» record\b/i;
const ALREADY = /\balready «|»(?: already\b| (?:before|earlier)\W*$)/i;
const ONLY = /\bonly\b|\b(?:must|has to|have to|needs? to) be\b/i;
const OF_MEMBERS =
  /»[^.;«]*\bonly (?:(?:its|the|their|these) \p{L}|`[^`«]+`)|\b(?:only|nothing but) (?:(?:its|the|their|these) )?`[^`«]+`(?:(?:,|,? and|,? or) `[^`«]+`)* (?:can|may|is|are)\b|\bonly (?:its|the|their) (?!«)\p{L}[^.;«]{0,60} (?:can|may)\b|\b(?:can|may) only have (?:(?:its|the|their) \p{L}|`)/iu;
const OWES = /\b(?:must|has to|have to|needs? to) be\b/i;
const OWED = /\b(?:must|has to|have to|needs? to)\b/i;
/** `Paid orders only.` */
const SUCH_ONLY = /^(?:for |from |in )?(?:«[^»]*»(?:,? (?:or|and) |, |\/)?)+(?: \p{L}+){0,2} only\W*$/iu;
const ALLOWS =
  /\b(?:can|may|while|when|if|from|in|for|with|whose|against|possible|allowed|permitted|accepted|valid|works|as long as)\b/i;
/** What stands in front of the states that it takes: `Requires status`, `Allowed while the order is`, `Precondition: it is`. */
const NEEDS =
  /^(?:requires?|needs?|pre-?conditions?|pre-?requisites?)\b(?=.*\b(?:status|state|stage|phase|be|is|are)\b)|(?:^|\bis |\bare )(?:allowed|possible|permitted|valid|accepted|works?|avail\w+|downloadable|ready)\b(?: \p{L}+){0,2} (?:while|when|if|as long as|once|after|as soon as|in|for|from|on|against)\b/iu;
const ALLOWED = /\b(?:allowed|possible|permitted|valid|accepted|works?)\b/i;
/** A state's name as the verb of what is done, which is no condition: `can no longer be «cancelled»`, `may be put «on hold»`. */
const DONE_TO =
  /(?<=\b(?:can|may|cannot|can't|could)(?: (?:not|no longer|only|then|also|still|never|already))* be (?:(?:put|moved|set|brought|marked|turned)(?: as| (?:in)?to| in| back)* )?)«[^»]*»(?! or)/giu;
const NOT =
  /\b(?:not|neither|(?:is|are|was) no|n't|no longer|other (?:(?:state|status|stage|phase|one)s? )?than|anything but|past|beyond|(?:has|have) left)(?! (?:just|merely|simply)\b[^.;]*\bbut\b)(?: (?:in|on|yet|an?|the|any|state|status|of|currently|one of|merely|just|simply|still|\((?:or|and|yet) [^()«]*\)))* «/i;
const REFUSES =
  /\b409\b|\b(?:refused|rejected|fails|conflict|impossible)\b|\b(?:can|may|must)(?: ?not|'t|not)\b(?! (?:only|yet))|\bcan no longer\b|\bcan never be \w+(?:ed|en|de)\b|\bdo(?:es)?(?: not|n't) (?:accept|allow|take|permit)\b|\b(?:is|are) (?:not|no longer) (?:possible|allowed|accepted|permitted)\b/i;
/** `Ships a paid order`, `Drops a ticket that is open or assigned`, `Adds a line to a draft`. */
const OF_ONE =
  /^(?:adds?|posts?|appends?|attach(?:es)?|puts?|inserts?|removes?|takes?|drops?|deletes?) (?:an?|the|one|its) (?:\p{L}+ ){1,2}(?:to|from|of|on) an? «[^»]*»\W*$|^(?!(?:requires?|needs?|an?|the|all|any|every|each|one|some|no|this|that|these|its|when|if|once|while|after|before|until|unless|for|of|in|note) )\p{L}+ (?:(?:\p{L}+ ){1,5}(?:to|from|of|on|in|against|for) )?(?:(?:an?|any|one) (?:«[^»]*»(?:,? or |, |\/)?)+ \p{L}+|(?:the )?(?:«[^»]*»(?:,? or |, |\/)?)+ (?!(?:and|or|of|is|are|in|as|to|when|once|if|at|from|by|for|with|but|then|after|before)\b)\p{L}+)|^\p{L}+ (?:an? |the |any )?\p{L}+ that (?:is|are) (?:still |in |on |either )*«|^(?:deletes?|discards?|removes?|edits?|changes?|updates?|amends?) an? «[^»]*»\W*$/iu;

/** `cancelled` and `canceled` by `cancel`, `archived` by `archive`, `shipped` by `ship`, `denied` by `deny`. */
export function isDoneBy([word = '', ...more]: readonly string[], [value = '', ...others]: readonly string[]): boolean {
  if (word.length + more.length < 3 || more.join() !== others.join()) return false;
  const isRegular = ['d', 'ed', `${word.slice(-1)}ed`].some((end) => value === word + end);
  return isRegular || value === `${word.slice(0, -1)}ied` || value === IRREGULAR.get(word);
}

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ...([
    ['pay', 'paid'],
    ['send', 'sent'],
    ['hold', 'held'],
    ['withdraw', 'withdrawn'],
    ['freeze', 'frozen'],
    ['write', 'written'],
    ['take', 'taken'],
    ['begin', 'begun'],
  ] as const),
  ...([
    ['activate', 'active'],
    ['deactivate', 'inactive'],
  ] as const),
]);
