import {
  keywordOf,
  type Operation,
  propertiesOf,
  type Resource,
  sentencesAround,
  sentencesIn,
  typesOf,
  wordsOf,
} from '../../../openapi/contract';
import { ownSentences, quoted, sentencesOf, statesIn, withNoun } from '../marked';
import { withoutStatus } from '../states/state-conditions';
import { isFinal, statesOf } from '../states/states';

/**
 * What words say of the records that belong to another one: lines of an order, bookings of a room. They are read where they name
 * these records and say no more of them than the states that they are in: of "overdue lines" it is not known which these are.
 */

/** Of a record in this state (undefined: it has none), whether words mean it; undefined where they leave that open. */
export type Meant = (state: unknown) => boolean | undefined;

/** Each phrase for a child's records as `‹›`, with the states in which they are meant: `open lines` is `‹+open›`, `lines that are not open` is `‹-open›`. */
export function phrased(text: string, child: Resource): string {
  const marked = quoted(withNoun(text, child), statesOf(child)?.values ?? []).replaceAll(UNFINISHED, '«~» ‹›');
  return marked.replaceAll(PHRASE, (...all) => {
    // The last argument of a replacer is the named groups, where there are some.
    const { before = '', after = '', no } = all.at(-1) as Readonly<Record<string, string | undefined>>;
    const [adjectives, clause] = [statesIn(before), statesIn(after)];
    if (adjectives.length > 0 && clause.length > 0) return '‹?›';
    const sign = no === undefined ? '+' : '-';
    const states = [...adjectives, ...clause].join('|');
    return states === '' ? '‹›' : `‹${sign}${states}›`;
  });
}

const PHRASE =
  /(?:\b(?:any|some|all of|all|every|each|the|its|their|other|further|more|existing|one or more|at least one|an?) )*(?<before>(?:«[^»]*»(?:,? (?:or|and) |, | )?)*)‹›(?<after>,? (?:still )?in (?:the )?(?:state|status|stage|phase)s? «[^»]*»(?:(?:,? (?:or|and) |, )«[^»]*»)*|(?: (?:of|for) (?:it|(?:the|that|this) \p{L}+))?(?: (?:that|which))?(?: still)? (?:is|are|have been|has been|have|has)(?: still| already)?(?<no> not(?: been)?| no longer| neither)? (?:in (?:state|status) )?«[^»]*»(?:(?:,? (?:or|and|nor) |, )«[^»]*»)*)?/giu;

/** What is not over yet, by a word that is no state of its own. */
const UNFINISHED =
  /\b(?:open|active|ongoing|unfinished|outstanding|running|current|incomplete|uncompleted|unfulfilled|live) ‹›|‹›(?= (?:that|which) (?:is|are) (?:still|not yet) (?:open|active|finished|completed?|closed|over|done)\b)/gi;

/** Whom a phrase means; undefined where it is not known. */
export function meantBy(which: string | undefined, child: Resource): Meant | undefined {
  if (which === undefined || which === '?') return undefined;
  if (which === '+~') return isUnfinished(child);
  if (which.includes('~')) return undefined;
  const states = which.slice(1).split('|');
  return which === '' ? () => true : (state) => states.includes(String(state)) === which.startsWith('+');
}

/** Of a state that leads to others, and is no mere beginning, it is sure; so it is of one that is over, as it says itself. */
function isUnfinished(child: Resource): Meant | undefined {
  const states = statesOf(child);
  if (states === undefined) return undefined;
  const defined = calledUnfinished(child, states.values);
  if (defined !== undefined) return (state) => defined.includes(String(state));
  return (state) => {
    const text = String(state);
    if (OVER.test(text)) return false;
    const isLeft = !isFinal(states, text) && [...states.entered.values()].some((before) => before.has(text));
    return MERE.test(text) || !(isLeft || (UNDERWAY.test(text) && !isFinal(states, text))) ? undefined : true;
  };
}

/** The states of which words say that such records are called open, or whatever they call them; undefined where none do. */
function calledUnfinished(child: Resource, values: readonly string[]): readonly string[] | undefined {
  const described = [child.schema, ...[...propertiesOf(child.schema).values()].map(({ schema }) => schema)];
  const texts = [
    ...described.map(({ description }) => String(description ?? '')),
    ...new Set(Object.values(child.operations).flatMap(({ around = [] }) => around)),
  ];
  const said = texts.flatMap(sentencesOf).map((text) => quoted(text, values).replaceAll(/[*_`"“”]/g, ''));
  const found = new Set(said.flatMap((text) => CALLED.flatMap((form) => text.match(form)?.[1] ?? [])));
  const [states] = found;
  return states === undefined || found.size > 1 ? undefined : statesIn(states);
}

/** `Orders that are draft or sent are called open`, `Open orders are those in draft or sent`, `An order is open while it is draft or sent`. */
const CALLED: readonly RegExp[] = [
  /((?:«[^»]*»(?:,? (?:or|and) |, )?)+)(?: \p{L}+)? (?:are|is) (?:called|considered|regarded as|said to be|known as|counted as|deemed)(?: as)? (?:open|active|unfinished|ongoing|live|outstanding)\b/iu,
  /\b(?:open|active|unfinished|ongoing|live|outstanding) \p{L}+ (?:are|means|is) (?:all |one |those |an? \p{L}+ )?(?:that (?:is|are) |in |with )?(?:the )?(?:states? |status(?:es)? )?((?:«[^»]*»(?:,? (?:or|and) |, )?)+)(?=\W*$)/iu,
  /\b(?:is|counts as) (?:open|active|unfinished|ongoing|live|outstanding) (?:while|when|as long as|if) (?:it is |in )(?:in )?(?:the )?(?:states? |status )?((?:«[^»]*»(?:,? (?:or|and) |, )?)+)(?=\W*$)/iu,
];

const OVER =
  /^(?:cancell?ed|closed|completed?|done|delivered|finished|rejected|declined|expired|void(?:ed)?|failed|lost|returned|archived|aborted)$/i;
const MERE = /draft|template|cart|basket|quote|new|created/i;
const UNDERWAY =
  /^(?:open|active|pend\w+|placed|confirmed|processing|in[-_ ]?progress|running|shipped|accepted|started)$/i;

/** That records of the one kind stand in the way of what is done to the other, as words beside a refusal say. */
export interface Guard {
  readonly status: number;
  readonly holds: Meant;
  /** Whether the refusal is for nothing else. */
  readonly isAlone: boolean;
}

/** Which of a child's records keep the record above from being deleted; undefined where no word says it. */
export function guardOf(operation: Operation, child: Resource, owner?: Pick<Resource, 'name'>): Guard | undefined {
  const isElse = /\b(?:otherwise|else)\b/i.test(operation.description);
  const described = ownSentences(operation)
    .filter((text) => REFUSES.test(text) || (isElse && SAYS_NO_USER.test(text)))
    .flatMap((text) => withoutStatus(text).split(/,\s+(?:and|or|nor)\s+(?=(?:an?|the|any|one|it) )/i));
  const refusals = GUARDING.flatMap((status) => {
    const description = operation.replies.find((one) => one.status === status)?.description;
    if (description === undefined) return [];
    return [
      {
        status,
        read: sentencesOf(description)
          .filter((text) => !LEAVES_ALL.test(text))
          .flatMap(clausesOf)
          .map((text) => heldBy(text, child, owner)),
      },
    ];
  });
  for (const { status, read } of refusals) {
    const found = read.find((one) => one !== undefined);
    if (found !== undefined) return { status, holds: found, isAlone: read.every((one) => one !== undefined) };
  }
  const [refusal] = refusals;
  const found = described.map((text) => heldBy(text, child, owner)).find((one) => one !== undefined);
  return refusal === undefined || found === undefined
    ? undefined
    : { status: refusal.status, holds: found, isAlone: false };
}

/** The likeliest first. */
const GUARDING: readonly number[] = [409, 423, 422, 400];
const REFUSES =
  /\b409\b|\b(?:refused|rejected|fails|conflict|impossible)\b|\b(?:can|may|must)(?: ?not|'t|not)\b|\b(?:is|are) not (?:possible|allowed|permitted)\b|\bonly\b|\bunless\b/i;

/** What a refusal leaves as it was is no reason of it. */
const LEAVES_ALL =
  /^\W*(?:nothing|neither|none|no)\b[^.;]*\b(?:changed|deleted|removed|created|done|made|touched)\W*$/i;

const clausesOf = (text: string): readonly string[] => withoutAside(text).split(/(?:,|;)\s+(?:(?:or|and)\s+)?/);

/** `Bookings, whatever their status, …`: that all of them are meant, which is so without it. */
const withoutAside = (text: string): string =>
  text
    .replaceAll(/\s[-–—]{1,2}\s([^-–—]{1,50})\s[-–—]{1,2}\s/g, ' ($1) ')
    .replaceAll(
      /,? ?\(?\b(?:(?:in |of )?(?:whatever|whichever|any|no matter)|regardless of|irrespective of|independent(?:ly)? of) (?:what |which |(?:the|its|their) )?(?:states?|status(?:es)?|stages?|phases?)(?: (?:of (?:it|them|theirs)|(?:it|they) (?:is|are|has|have)(?: in)?))?(?:\)|,|(?= (?:cannot|can't|can not|may|must|is|are|can)\b)|(?=\s*(?:\(|[.;]|$)))/gi,
      '',
    );

function heldBy(whole: string, child: Resource, owner?: Pick<Resource, 'name'>): Meant | undefined {
  const text = withoutAside(whole).replaceAll(/ \(`[\w-]+`\)/g, '');
  const said = phrased(text, child).replaceAll(ALSO_ONES, '');
  const none = said.match(UNLESS_NONE_OF)?.groups?.which;
  if (none !== undefined) return meantBy(`+${none}`, child);
  const all = said.match(UNLESS_ALL)?.groups?.which;
  if (all !== undefined) return meantBy(`-${all}`, child);
  const without = said.match(ONLY_WITHOUT)?.groups?.which;
  if (without !== undefined) return meantBy(without, child);
  if (UNLESS_NONE.test(said) || NO_USER.test(said)) return () => true;
  // By `only if` they are wanted.
  const forms = /\b(?:only|unless|until)\b/i.test(said) ? [HAS, EXISTS] : [HAS, EXISTS, STANDING, OF_THIS];
  const ofOwner = owner === undefined ? '' : withNoun(said, owner, '⟨⟩');
  const holding = [
    ...forms.flatMap((form) => [...said.matchAll(form)]),
    ...[WHILE_USED, THAT_USED].flatMap((form) => [...ofOwner.matchAll(form)]),
  ];
  return holding.map(({ groups }) => meantBy(groups?.which, child)).find((one) => one !== undefined);
}

const HAS =
  /\b(?:(?:has|have|contains?|holds?|owns?|with|there (?:is|are)|used (?:by|in)|in use (?:by|in)|needed (?:by|for)|part of|contained in|included in|listed (?:in|on)|appears (?:in|on)|appear (?:in|on)|referenced (?:by|in|from)|referred to by|linked to|assigned to)(?: still| already)?|still) ‹(?<which>[^›]*)›(?: (?:items?|lines?|positions?|rows?|entry|entries)\b)?(?: (?:that )?(?:is |are )?(?:left|there|in it|below it|of (?:it|its|theirs|his|hers)|(?:for|on|under) (?:it|them)|attached(?: to it)?|assigned(?: to it)?|exists?|remain(?:s|ing)?|(?:still )?(?:use|refer to|reference|depend on|belong to|point to)s? it))?(?=\W*$|[.;:,]| \(| (?:is|are|can|cannot|can't|may|must|will|stays?|remains?|so|and|or)\b)/giu;
const EXISTS =
  /(?:^|\b(?:while|when|if|as long as|because|since) )‹(?<which>[^›]*)› (?:still )?(?:exists?|remains?|refer to|reference|use|depend on|belong to|point to|are (?:still )?(?:attached|assigned|left|there))\b/giu;
/** `While a payment has been authorized`: those in that state, and no more is said of them. */
const STANDING = /\b(?:while|when|if|as long as|because|since|once) ‹(?<which>[+][^›]+)›(?=\W*$|[.;,])/giu;
/** `An order in state draft goes to this address`. */
const OF_THIS =
  /^\W*‹(?<which>[^›]*)›(?! (?:no|not|never|cannot|can't)\b)(?: (?!no\b|not\b|never\b|without\b|other\b)\p{L}+){1,5} (?:this \p{L}+|it)\W*$/giu;
/** `While an open order has a line with the article`: whatever it does with it, it does not do without it. */
const WHILE_USED =
  /\b(?:while|when|if|as long as|because|since) ‹(?<which>[^›]*)›(?: (?!no\b|not\b|never\b|without\b|other\b|cannot\b)[\p{L}«»-]+){1,8} (?:(?:the|this|that|its) ⟨⟩|⟨⟩|it)(?=\W*$|[.;,])/giu;
/** `An address that an open order is to be shipped to cannot be deleted`. */
const THAT_USED =
  /⟨⟩,? (?:that|which|(?:to|from|in|on|with|for|by|of) which|where) ‹(?<which>[^›]*)›(?: (?!no\b|not\b|never\b|without\b|other\b|cannot\b)[\p{L}«»-]+){1,6},? (?=(?:cannot|can't|can not|must not|may not|is (?:refused|kept|protected)|stays)\b)/giu;
const UNLESS_ALL = /\b(?:unless|until|only (?:\p{L}+ ){0,3}(?:if|when|once|after)) ‹\+(?<which>[^›]*)›/iu;
const UNLESS_NONE =
  /\b(?:unless|until|only (?:\p{L}+ ){0,3}(?:if|when|once|while|as long as))\b[^.;‹]{0,30}\b(?:no(?: more| longer)?|without(?: any)?|none(?: of its)?) ‹›(?: (?:still )?(?:refers? to|references?|uses?|names?|contains?|needs?|belongs? to|points? to|depends? on) (?:it|them|this \p{L}+|the \p{L}+)| (?:exists?|remains?|is left|is there))?\W*$/iu;

/** `Only members without any bookings can be removed`. */
const ONLY_WITHOUT =
  /\bonly\b[^.;‹]{0,40}\b(?:without|with no|that have no|that has no|who have no|having no|free of|(?:that|which)(?: are| is)? \p{L}+(?: \p{L}+)? (?:in|on|by|of|to|from|for) no) ‹(?<which>[^›]*)›(?=,? (?:can|may|are|is)\b|\W*$)/iu;
/** `Bookings, cancelled ones included`: all of them. */
const ALSO_ONES =
  /,? \(?(?:(?:even|also|not even) (?:the )?«[^»]*»(?: ones)?|«[^»]*» ones (?:included|too|as well)|including (?:the )?«[^»]*»(?: ones)?)(?:\)|,(?= )|(?=\W*$))/giu;

/** `Only if it has no open orders`. */
const UNLESS_NONE_OF =
  /\b(?:unless|until|only (?:\p{L}+ ){0,3}(?:if|when|once))\b[^.;‹]{0,30}\b(?:no(?: more| longer)?|without(?: any)?|none(?: of its)?) ‹\+(?<which>[^›]*)›\W*$/iu;

/** `Deletes an article that no order contains`, and what comes otherwise. */
const SAYS_NO_USER =
  /\b(?:that|which) no \p{L}+(?: \p{L}+)? (?:contains?|uses?|references?|refers? to|has|holds?|names?)\b/iu;
const NO_USER = /\b(?:that|which) no ‹› (?:contains?|uses?|references?|refers? to|has|holds?|names?)\b/i;

/** What words beside a delete say of a child's records: that they go along, or stay. */
export interface Left {
  readonly isKept: boolean;
  readonly meant: Meant;
  /** Whether they go on naming what is gone. */
  readonly isNaming: boolean;
}

/** Of `Deletes a team and its desks; closed loans stay` what it says of a child's records. */
export function leftBy(operation: Operation, child: Resource): Left | undefined {
  const said = ownSentences(operation)
    .filter(
      (text) => !REFUSES.test(text) && !/\b(?:may|might|can|if|unless|optional(?:ly)?|later|eventually)\b/i.test(text),
    )
    .map((text) => phrased(text, child));
  for (const text of said) {
    const kept = text.match(STAYS)?.groups?.which;
    const gone = [GOES_WITH, GOES_ALONG, IS_GONE]
      .map((form) => text.match(form)?.groups?.which)
      .find((one) => one !== undefined);
    const meant = meantBy(kept ?? gone, child);
    if (meant !== undefined && (kept === undefined) !== (gone === undefined))
      return { isKept: kept !== undefined, meant, isNaming: kept !== undefined && KEEPS_NAME.test(text) };
  }
  return undefined;
}

const STAYS =
  /‹(?<which>[^›]*)›[^.;‹,]{0,20}\b(?:stays?|remains?|(?:is|are) (?:kept|retained|preserved|left|untouched)|(?:is|are) not (?:deleted|removed|touched|affected)|survives?)\b(?! (?:in the way|until|while))/iu;
const KEEPS_NAME =
  /\b(?:keeps?|with|retains?) (?:its|their|the) \p{L}*(?:id|_id|Id|reference|\w+_id|\w+Id)\b|\bkeeps? (?:its|their) [`'"]?\w*(?:_id|Id)\b/u;
/** `Deletes the team and its desks`, `takes its desks along`, `its desks are removed with it`. */
const GOES_WITH =
  /\b(?:deletes?|removes?|drops?|erases?)\b[^.;‹]{0,40}\b(?:and|with|including|plus)(?: also)? ‹(?<which>[^›]*)›/iu;
const GOES_ALONG = /\btakes?\b[^.;‹]{0,40}‹(?<which>[^›]*)› (?:along|with it|away|too)\b/iu;
const IS_GONE =
  /‹(?<which>[^›]*)›[^.;‹]{0,20}\b(?:is|are|go|goes)(?: also| then)? (?:(?:deleted|removed|gone|erased)(?: (?:too|as well|along|with (?:it|the \p{L}+)))|with it)\b/iu;

/** How many of a child's records there may be, as words beside its create say; undefined where none do. */
export interface Most {
  readonly most: number;
  /** The statuses by which one more is refused. */
  readonly statuses: readonly number[];
}

/** @param isBelow whether they are made at a path below the other, so that words need not name it */
export function mostOf(create: Operation, child: Resource, owner: Resource, isBelow: boolean): Most | undefined {
  const isAbout = (text: string): boolean => isBelow || withNoun(text, owner).includes('‹›');
  const most = (text: string, forms: readonly RegExp[]) =>
    isAbout(text) ? mostIn(phrased(text, child), forms) : undefined;
  const refusals = create.replies.filter(({ status }) => LIMITING.includes(Number(status)));
  const beside = refusals.flatMap(({ status, description }) =>
    sentencesOf(description)
      .flatMap(clausesOf)
      .map((text) => ({ statuses: [Number(status)], most: most(text, [...AT_MOST, FULL]) })),
  );
  // A 429 is mostly for requests.
  const full = refusals.filter(
    ({ status, description }) => status === 409 || (status !== 429 && SAYS_FULL.test(description)),
  );
  const described = [create.summary, create.description, String(owner.schema.description ?? '')]
    .flatMap(sentencesOf)
    .map((text) => most(text, AT_MOST));
  // Around its operations what an owner has is theirs: `Passes of a member. A member has at most five.`
  const around = (create.around ?? []).flatMap((text) => {
    const sentences = sentencesIn(text);
    return sentences
      .filter((one, nth) => nth > 0 && withNoun(sentences[nth - 1] ?? '', child).includes('‹›') && !FEW_OF.test(one))
      .map((one) => mostIn(withNoun(one, owner, '⟨⟩').replace(HAS_MOST, '$1 ‹›'), AT_MOST));
  });
  const told = [...described, ...around].map((one) => ({
    statuses: full.map(({ status }) => Number(status)),
    most: one,
  }));
  const found = [...beside, ...told].filter((one) => one.most !== undefined && one.statuses.length > 0);
  const [first] = found;
  // Of two figures one is of something else.
  return first?.most === undefined || found.some((one) => one.most !== first.most)
    ? undefined
    : { most: first.most, statuses: [...new Set(found.flatMap((one) => one.statuses))] };
}

/** What an owner has, without a word for it. */
const HAS_MOST =
  /(?<=⟨⟩ (?:(?:can|may|must) )?(?:has|have|holds?|owns?|gets?) )((?:at (?:the )?most|no more than|not more than|up to|a maximum of) (?:\p{L}+|\d{1,2}))(?= ?(?:[.;(]|\W*$|of (?:them|these)\b))/iu;
const FEW_OF = /\b(?:if|unless|when|while|usually|mostly|by default)\b/i;

const LIMITING: readonly number[] = [400, 403, 409, 422, 429];
const SAYS_FULL = /\b(?:full|limit|maximum|at most|too many|no more|reached)\b/i;
const AT_MOST: readonly RegExp[] = [
  /\b(?:at (?:the )?most|no more than|not more than|up to|as many as|(?:an? |the )?(?:maximum|limit) of|limited to) (?<count>\d{1,2}) ‹›(?<rest>.*)/i,
  /\b(?<count>\d{1,2}) ‹› (?:at (?:the )?most|per \p{L}+|each)\b(?<rest>.*)/iu,
];
const FULL =
  /\b(?:has|have|holds?|contains?|there are)(?: already| reached)?(?: its| the| all)?(?: (?:maximum|limit) of)? (?<count>\d{1,2}) ‹›(?<rest>.*)/i;
const OTHERWISE_BOUND =
  /\b(?:at (?:a|one) time|at once|per (?:page|request|call|second|minute|hour|day|week|month)|a (?:page|request|day|week|month|minute)|in (?:one|a) (?:request|call)|that|which|whose|with|from)\b|«/i;

function mostIn(said: string, forms: readonly RegExp[]): number | undefined {
  const text = said.replaceAll(NUMBER, (word) => String(NUMBERS.indexOf(word.toLowerCase()) + 1));
  const { count, rest = '' } = forms.map((form) => text.match(form)?.groups).find((groups) => groups) ?? {};
  const most = Number(count ?? 0);
  return most === 0 || most > MOST_MADE || OTHERWISE_BOUND.test(rest) ? undefined : most;
}

/** So many are made at the most to see that there is no room for another one. */
const MOST_MADE = 25;
const NUMBERS: readonly string[] = [
  ...['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
];
const NUMBER = /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/gi;

/** A flag that one alone of those has that belong to a record. */
export interface Single {
  readonly name: string;
  readonly said: string;
  /** Whether the first one has it, whatever is sent. */
  readonly isFirst: boolean;
  /** Whether there always is one, as long as there are any. */
  readonly isAlways: boolean;
  /** The choice of which each has one of its own: `of each kind one is the default`. */
  readonly by: { readonly name: string; readonly choices: readonly unknown[] } | undefined;
  /** Which of the others has it where the one that had it is gone. */
  readonly heir: 'oldest' | 'newest' | undefined;
}

/** The flag of what a create takes of which words say that only one of a record's has it. */
export function singleOf({ name: noun, schema, operations }: Resource, taken: Resource['schema']): Single | undefined {
  const shown = propertiesOf(schema);
  const found = [...propertiesOf(taken).values()].flatMap((one): readonly Single[] => {
    const ofRecord = shown.get(one.name)?.schema;
    if (one.readOnly || typesOf(one.schema).join() !== 'boolean' || ofRecord === undefined) return [];
    const flag = wordsOf(one.name).filter((word) => word !== 'is');
    const spelled = flag.join('[ _-]?');
    // `A main desk`, `at most one main … to a desk`.
    const called = new RegExp(
      `(?<![\\p{L}])${spelled} ‹›|\\b(?:at most|only|exactly|no more than) one ${spelled}(?![\\p{L}])[^.]*‹›|\\b(?:at most|only|exactly|precisely) one of [^.;]{0,40}‹› (?:is|can be|may be) (?:the )?${spelled}(?![\\p{L}])`,
      'iu',
    );
    const around = [...new Set([operations.create, operations.delete])].flatMap((operation) =>
      operation === undefined ? [] : [...sentencesAround(operation), ...sentencesOf(operation.description)],
    );
    const said = [
      ...new Set([
        ...[one.schema, ofRecord].map(({ description }) => String(description ?? '')),
        ...around.filter(
          (text, nth) =>
            text.includes(`\`${one.name}\``) ||
            called.test(withNoun(text, { name: noun })) ||
            (/^\W*the first\b/i.test(text) && called.test(withNoun(around[nth - 1] ?? '', { name: noun }))),
        ),
      ]),
    ].join(' ');
    const isAlways = ALWAYS_ONE.test(said);
    const [by, other] = [...propertiesOf(taken).values()].filter(
      (choice) =>
        (keywordOf(choice.schema, 'enum')?.length ?? 0) > 1 &&
        shown.has(choice.name) &&
        new RegExp(`\\b(?:each|every|per|same) ${wordsOf(choice.name).join('[ _-]?')}(?![\\p{L}])`, 'iu').test(said),
    );
    if (other !== undefined || (by === undefined && OF_EACH.test(said))) return [];
    if (!MARKED.test(`${wordsOf(one.name).join(' ')} ${said}`) || !(isAlways || ONE_ALONE.test(said))) return [];
    const ofDelete =
      sentencesOf(`${operations.delete?.description ?? ''} ${said}`).find((text) => GONE.test(text)) ?? '';
    const heir = ofDelete.match(HEIR)?.[0];
    return [
      {
        ...{ name: one.name, said, isAlways, isFirst: FIRST_IS.test(said) },
        by: by && { name: by.name, choices: keywordOf(by.schema, 'enum') ?? [] },
        heir: heir === undefined ? undefined : /^(?:new|lat|last|most)/i.test(heir) ? 'newest' : 'oldest',
      },
    ];
  });
  return found.length === 1 ? found[0] : undefined;
}

const MARKED = /\b(?:default|primary|main|preferred|principal|standard|favou?rite|lead)\b/i;
const OF_EACH =
  /\b(?:of|for) (?:each|every) (?:kind|type|sort|class|purpose)\b|\bof the same (?:kind|type|sort|class)\b/i;
const ALWAYS_ONE = /\b(?:exactly|always|precisely)\b[^.;]{0,25}\bone\b|\bone and only one\b/i;
const ONE_ALONE =
  /\b(?:only|at most|no more than) one\b|\b(?:takes?|removes?|unsets?|clears?|moves?|resets?)\b[^.;]{0,40}\b(?:former|previous|others?|old|current|the one before)\b|\b(?:former|previous|old|others?)\b[^.;]{0,40}\b(?:no longer|loses?|stops?|unset|cleared|becomes? false)\b/i;
const FIRST_IS = /\bfirst\b[^.;]{0,60}\b(?:is|becomes?|will be)\b/i;
const GONE = /\b(?:deleted|removed|gone|deleting|removing)\b/i;
const HEIR = /\b(?:oldest|earliest|made first|added first|newest|latest|most recent|last added|made last)\b/i;
