import {
  itemsOf,
  keywordOf,
  memoized,
  plain,
  propertiesOf,
  type Resource,
  type Schema,
  sentencesAround,
  typesOf,
} from '../../../openapi/contract';
import { quoted, sentencesOf, withNoun } from '../marked';
import { beginOf } from './action-words';
import { movesAround } from './state-tables';
import { isFinal, isUnended, mayCome, type States, statesOf } from './states';

/** What words beside a member of a record say of the states in which it is there. */
interface StateMember {
  readonly name: string;
  /** In these it is there. */
  readonly states: readonly string[];
  /** Whether it is not there before one of them. */
  readonly isLate: boolean;
  /** In these it is not there. */
  readonly absent: readonly string[];
  /** By state, the number that it is in that. */
  readonly figures: ReadonlyMap<string, number>;
  /** The state in which alone it is the number that it is in that; undefined where no words say so. */
  readonly figureOf: string | undefined;
}

/** The members of which words say when they are there: `set once it is shipped`, `null until the export is ready`. */
export const stateMembersOf: (resource: Resource) => readonly StateMember[] = memoized((resource: Resource) => {
  const states = statesOf(resource);
  if (states === undefined) return [];
  return [...propertiesOf(resource.schema).values()].flatMap(({ name, writeOnly, schema }) => {
    if (writeOnly || name === states.property || typesOf(schema).includes('boolean')) return [];
    const told = [
      ...sentencesOf(String(schema.description ?? '')).map((text) =>
        quoted(isMoment(schema) ? namingStates(text, states.values, resource) : text, states.values),
      ),
      ...saidAround(resource, name, states),
    ]
      .map((text) =>
        text
          .replaceAll(/\bit['’]s\b/gi, 'it is')
          .replaceAll(EXACTLY, '$1 and only $1')
          .replaceAll(AND_ONLY_THEN, '$1 and only $1 $2'),
      )
      .filter((text) => UNLESS.test(text) || !OPEN.test(text));
    const others = told.map((text) => text.replaceAll(FIGURE, ' ')).filter((text) => text.includes('«'));
    const found = others.flatMap((text) => {
      const form = FORMS.find(({ words }) => words.test(text));
      const named = form === undefined ? [] : statesIn(text.slice(text.search(form.words)));
      return form === undefined || named.length === 0 ? [] : [{ states: named, isLate: form.isLate }];
    });
    const unless = others.flatMap((text) => (UNLESS.test(text) ? statesIn(text.slice(text.search(UNLESS))) : []));
    // `Unless shipped` is said of what was delivered since, too, where no words say that it is in that state.
    const isExact = others.some((text) => UNLESS_IN.test(text)) || unless.every((one) => isFinal(states, one));
    const absent = [
      ...others.flatMap((text) => statesIn(text.match(ABSENT_WHILE)?.[0] ?? '')),
      ...(unless.length === 0 || !isExact ? [] : states.values.filter((one) => !unless.includes(one))),
    ];
    const matched = told.flatMap((text) => [...text.matchAll(FIGURE)]);
    const figures = new Map(matched.map(([, figure, , state = '']) => [state, Number(figure)] as const));
    const [alone, other] = matched.filter(([, , andOnly]) => andOnly !== undefined);
    const figureOf = other === undefined ? alone?.[3] : undefined;
    // Of two sentences the one may take back what the other says.
    const { states: there, isLate } = found.length === 1 && found[0] ? found[0] : { states: [], isLate: false };
    const isSaid = there.length > 0 || absent.length > 0 || figures.size > 0;
    return isSaid ? [{ name, states: there, isLate, absent, figures, figureOf }] : [];
  });
});

/** The member of a record that lists what may be done to it in its state, as a table of moves has it; undefined where no words say so. */
interface ListedActions {
  readonly name: string;
  readonly actionsIn: (state: string) => readonly string[];
}

/** `allowed_actions lists the actions which its present status has in this table`; each choice of it has a line there. */
export const actionsListedBy: (resource: Resource) => ListedActions | undefined = memoized((resource: Resource) => {
  const states = statesOf(resource);
  const { create, read } = resource.operations;
  const operation = read ?? create;
  if (states === undefined || operation === undefined) return undefined;
  const moves = movesAround(operation, states.values);
  const found = [...propertiesOf(resource.schema).values()].flatMap(
    ({ name, schema, writeOnly }): readonly ListedActions[] => {
      const choices = (keywordOf(itemsOf(schema) ?? {}, 'enum') ?? []).filter((one) => typeof one === 'string');
      const said = [...sentencesOf(String(schema.description ?? '')), ...sentencesAround(operation, [name])];
      const isListed = (one: string): boolean => moves.some(({ action }) => action === plain(one));
      if (writeOnly || choices.length === 0 || !choices.every(isListed)) return [];
      if (!said.some((text) => LISTS.test(text) && OF_STATE.test(text) && !OF_CALLER.test(text))) return [];
      const actionsIn = (state: string): readonly string[] =>
        choices.filter((one) => moves.some(({ action, from }) => action === plain(one) && from.includes(state)));
      return [{ name, actionsIn }];
    },
  );
  return found.length === 1 ? found[0] : undefined;
});

const LISTS =
  /\b(?:actions?|moves?|transitions?|operations?|steps?|what)\b[^.;]*\b(?:has|have|allowed|allows?|possible|permitted|open|can be (?:done|taken)|lists?|leads?|take)\b|\b(?:allowed|possible|permitted) (?:actions?|moves?|transitions?|operations?)\b/i;
const OF_STATE = /\b(?:state|status|stage|phase|table)\b/i;
/** What else it hangs on. */
const OF_CALLER =
  /\b(?:roles?|callers?|users?|permissions?|depend\w*|might|usually|mostly|such as|for example|e\.g|some of|besides)\b/i;

/**
 * What is said of a member around the operations of its record, states in marks: of "null before that" the state that was named last, and of
 * as many states as members, "`paid_at` and `sent_at` are null until it is paid or sent", the member's own.
 */
function saidAround({ operations: { read, create } }: Resource, member: string, { values }: States): readonly string[] {
  const texts = [...new Set([...(read?.around ?? []), ...(create?.around ?? [])])];
  return texts
    .flatMap((text) => text.split(/\n\s*\n/))
    .filter((text) => text.includes(`\`${member}\``))
    .flatMap((paragraph) => {
      let last: string | undefined;
      let isAbout = false;
      return sentencesOf(paragraph.replaceAll(/\s+/g, ' ')).flatMap((sentence) => {
        const names = [...sentence.matchAll(/`([\w.]+)`/g)]
          .map(([, name = '']) => name)
          .filter((one) => !values.includes(one));
        isAbout = names.length === 0 ? isAbout && /^it\b/i.test(sentence) : names.includes(member);
        const marked = quoted(sentence, values).replace(THAT, (words) =>
          last === undefined ? words : `${words.replace(/\w+$/, '')}«${last}»`,
        );
        const named = statesIn(marked);
        last = named.at(-1) ?? last;
        if (!isAbout) return [];
        const isEach = names.length > 1 && named.length === names.length;
        return [isEach ? marked.replace(LISTED, `«${named[names.indexOf(member)]}»`) : marked];
      });
    });
}

const THAT = /\b(?:before|until) (?:that|then)\b/i;
const LISTED = /«[^»]*»(?:(?:, | or | and |, or |, and )«[^»]*»)+/;

const statesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/«([^»]*)»/g)].map(([, state = '']) => state)),
];

/** Whether a state comes before all in which a member is there. */
export function isBefore(resource: Resource, states: States, state: string, member: StateMember): boolean {
  const isEarlier = (one: string): boolean =>
    isUnended(state, one) || (mayCome(states, state, one) === true && mayCome(states, one, state) === false);
  return !member.states.includes(state) && (state === beginOf(resource) || member.states.every(isEarlier));
}

const isMoment = (schema: Schema): boolean => /^date(?:-time)?$/.test(String(keywordOf(schema, 'format') ?? ''));

/** A text in which what happens to a record is called by the state that it leads to: "on cancellation" is "on `cancelled`", "when it ships" is "when it is `shipped`". */
function namingStates(whole: string, values: readonly string[], resource: Resource): string {
  const text = withNoun(whole, resource);
  const stateBy = (isOf: (stem: string) => boolean): string | undefined => {
    const found = values.filter((value) => stemsOf(value).some(isOf));
    return found.length === 1 ? found[0] : undefined;
  };
  return text
    .replaceAll(DEED, (whole, before: string, noun: string) => {
      const word = noun.toLowerCase();
      const state = stateBy((stem) => word.startsWith(stem) && ENDS_NOUN.test(word.slice(stem.length)));
      return state === undefined ? whole : `${before} \`${state}\``;
    })
    .replaceAll(HAPPENS, (whole, before: string, verb: string) => {
      const word = verb.toLowerCase();
      const state = stateBy((stem) => word.startsWith(stem) && /^e?s$/.test(word.slice(stem.length)));
      return state === undefined ? whole : `${before} is \`${state}\``;
    })
    .replaceAll('‹›', 'record');
}

/** What the words for a deed begin with that leads to a state: `cancel` to `cancelled`, `ship` to `shipped`. */
function stemsOf(state: string): readonly string[] {
  const word = state.toLowerCase();
  if (word === 'paid') return ['pay'];
  const [, stem = ''] = /^(\w{2,}?)e?d$/.exec(word) ?? [];
  if (stem === '') return [];
  const single = stem.replace(/([bdglmnprt])\1$/, '$1');
  // `Verified` by a verification, `delivered` by a delivery, `submitted` by a submission.
  const more = [
    stem.replace(/i$/, ''),
    single.replace(/mit$/, 'mis'),
    single.replace(/lish$/, 'lic'),
    single.replace(/lv$/, 'lut'),
  ];
  return [...new Set([stem, single, ...more])].filter(({ length }) => length >= LEAST_STEM);
}

/** Words with less in common are others. */
const LEAST_STEM = 4;

/** What a noun for a deed ends in, behind its stem. */
const ENDS_NOUN = /^(?:e|l?ation|ication|at?ion|ion|sion|e?ment|l?ment|al|y|ery|ure|e?ing|l?ling|[bdgmnprt]ing|)$/;
/** It is the deed itself that is meant, and not what is ordered or planned, nor another's. */
const DEED =
  /\b((?:up)?on|at|until|before|after|following)(?: the| its| their)? (?!(?:requests?|demands?|orders?|default|schedule|plan|list|report|process|design|hand|support)\b)(\p{L}{4,})(?: of (?:the|this) ‹›)?(?=[,.;:)]|$| and\b| or\b|\s+\()/giu;
const HAPPENS =
  /\b((?:when|once|as soon as|until|before|after) (?:it|(?:the|this) ‹›)) (\p{L}{4,}s)(?=[,.;:)]|$| and\b| or\b)/giu;

/** What may be or not be all the same. */
const OPEN =
  /\b(?:may|might|can|could|optional(?:ly)?|usually|mostly|if (?:any|known|given)|where known|unless|except|cleared|removed|emptied|erased|again)\b|»\s+(?:with|without|by|via|through|because)\b/i;

const UNLESS =
  /\b(?:null|absent|missing|empty|unset|not (?:set|there|present)|left out)\b unless (?:(?:it|the \p{L}+(?: \p{L}+)?) (?:is|has been) (?:in (?:the )?(?:state|status) )?)?«/iu;
const UNLESS_IN = /\bunless (?:it|the \p{L}+(?: \p{L}+)?) (?:is|has been) (?:in (?:the )?(?:state|status) )?«/iu;

/** `Null while queued`: no word says that it is there in all other states. `While nothing is captured` is no state. */
const ABSENT_WHILE =
  /\b(?:null|absent|missing|empty|unset|not (?:set|there|present)|left out)\b[^.;«]*\b(?:while|as long as|when)\b(?:(?!\b(?:no|not|nothing|none|never)\b)[^.;«,])*«[^»]*»(?:(?:,? or |, )«[^»]*»)*/i;
/** `0 while queued, 100 when done`, `is 100 when, and only when, the job is done` */
const FIGURE =
  /(?:^|,\s*(?:and )?|\band |\bis )(?:always )?(-?\d+)(?: ?%)? (?:while|when|once|if|as long as)(,? and only (?:when|if|while),?)?(?: (?:it|the \p{L}+) (?:is|has been))? «([^»]*)»(?=\W|$)/giu;

/** `100 exactly when it is done` */
/** `100 when it is done, and only then` */
const AND_ONLY_THEN = /\b(when|while|if|once) ([^.;,]{1,40}),? (?:and|but) only then\b/gi;

const EXACTLY = /\b(?:exactly|precisely) (when|while|if)\b/gi;

const FORMS: readonly { readonly words: RegExp; readonly isLate: boolean }[] = [
  {
    words:
      /\b(?:null|absent|missing|empty|unset|not (?:set|there|present)|left out)\b[^.;«]*\b(?:until|before)\b[^.;]*«/i,
    isLate: true,
  },
  // `Its path once done, null before`
  {
    words:
      /(?<!\b(?:not|never|no longer|nor|neither)\b[^.;«]{0,30})\b(?:once|as soon as|when) (?:(?:it|the \p{L}+) (?:is|has been) )?«[^»]*»,? (?:and |but |else )?(?:null|absent|missing|empty|unset) (?:before|until then|till then|earlier)(?: (?:that|then))?\W*$/iu,
    isLate: true,
  },
  // `null unless the status is paid`: what is so in that state alone.
  { words: UNLESS, isLate: true },
  { words: /\bonly\b[^.;«]*\b(?:once|after|when|as soon as|if|while|for)\b[^.;]*«/i, isLate: true },
  {
    words:
      /(?<!\b(?:not|never|no longer|nor|neither) )\b(?:set|present|filled|given|populated|provided|stamped|recorded)\b[^.;«]*(?:\b(?:once|when|as soon as)\b[^.;]*|\b(?:(?:up)?on|at) )«[^.;]*\b(?:null|absent|missing|empty|unset|not (?:set|there)) (?:before|until then)\b/i,
    isLate: true,
  },
  {
    words:
      /(?<!\b(?:not|never|no longer|nor|neither) )\b(?:set|present|filled|given|included|populated|provided|returned|stamped|recorded|appears)\b[^.;«]*(?:\b(?:once|when|as soon as)\b[^.;]*|\b(?:(?:up)?on|at) (?=«[^»]*»(?:\W*$|[.,;:)]| and\b| or\b)))«/i,
    isLate: false,
  },
  {
    words:
      /^(?:When|(?:The )?(?:time|moment|date)(?: (?:at|on) which| when)?) (?:\p{L}+ ){1,4}(?:was|became|has been|were|have been) (?:(?:first|last|marked) )?«/iu,
    isLate: false,
  },
];
