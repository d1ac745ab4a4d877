import {
  memoized,
  type Operation,
  propertiesOf,
  type Resource,
  replyFor,
  successOf,
  wordsOf,
} from '../../../openapi/contract';
import { ownSentences, quoted, sentencesOf, statesIn, withoutFigures } from '../marked';
import { changeSentences } from './change-words';
import { conditionIn, refusedFor, together } from './state-conditions';
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

/** Read once for each contract: a run asks whenever it makes a record that is to get into a state. */
export const actionOf = (operation: Operation, { values }: Pick<States, 'values'>): Action =>
  actionsBy(values)(operation);

const actionsBy = memoized((values: readonly string[]) =>
  memoized((operation: Operation): Action => actionIn(operation, values)),
);

function actionIn(operation: Operation, values: readonly string[]): Action {
  const { path, id } = operation;
  const done = quoted(successOf(operation)?.reply.description ?? '', values);
  const sentences = ownSentences(operation)
    .map((text, nth, all) =>
      !TELLS_MORE.test(text) && refusesOthers(all.slice(nth + 1).find((next) => !TELLS_MORE.test(next)) ?? '', path)
        ? `${text.replace(/[.;]$/, '')} (409 otherwise).`
        : text,
    )
    .map((text) => withoutFigures(quoted(text, values)));
  const called =
    [wordsOf(path.slice(path.lastIndexOf('/'))), wordsOf(id).slice(0, 1)]
      .map((words) => values.filter((value) => isDoneBy(words, wordsOf(value))))
      .find((found) => found.length === 1)?.[0] ??
    done
      .match(AS_IT_IS)
      ?.slice(1)
      .find((one) => one !== undefined);
  const leads = new Set(
    [...[...sentences, done].flatMap((text) => [...text.matchAll(LEADS)]), ...done.matchAll(NOW)].map(
      ([, state = '']) => state,
    ),
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
  const also = sentences.flatMap((text) => statesIn(text.match(ALSO_IN)?.groups?.states ?? ''));
  return { target, isSaid, ...together(told), ...(also.length > 0 && { also }) };
}

/** `It becomes voided`: of the same, what it comes to. */
const TELLS_MORE = /^\W*(?:it|its (?:state|status)) becomes\b/i;

/** Whether a sentence refuses what the one before it does for the other states, or for the other records that a path has ids of. */
function refusesOthers(text: string, path: string): boolean {
  const [, others] = OTHER_ONES.exec(text) ?? [];
  const isNamed = others !== undefined && path.toLowerCase().includes(`/${others.toLowerCase()}/{`);
  return isNamed || BEFORE_THAT.test(text);
}

/** `Voids an authorized payment. Other payments are refused with 409` */
const OTHER_ONES = /^\W*(?:(?:all|any|every) )?other (\p{L}+) (?:are|get|is|gets)\b[^.;]*\b409\b/iu;
/** `Serves the file of a job that is done; before that the answer is 409`, `Adds a line to a draft; in other states 409` */
const BEFORE_THAT =
  /^\W*(?:before (?:that|then)|otherwise|or else|in (?:any|every|all) other cases?|until then|till then|earlier|(?:(?:in|from|for) )?(?:(?:an|all|any|every) ?)?other (?:states?|status(?:es)?|stages?)|(?:an? |the |all |any )?\p{L}+ in (?:an|any|every|all)? ?other (?:states?|status(?:es)?|stages?)),? [^.;]*\b409\b/iu;

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
  /(?<!\b(?:until|when|once|after|before|if|unless|while|as soon as)\b[^.;«]{0,40}|\bwith (?:`|true\b|false\b)[^.;«]{0,40})(?:(?<!\b(?:that|which|who) )\b(?:is|are|was|were|starts?|begins?|created|made|opened|added)(?: (?:out|off|on|in|as|an?|the|state|status|of|with))*|^\p{L}+ (?:an?|the)(?: new)?|\b(?:answers?|returns?|responds|replies)\b(?:(?!\b(?:4\d\d|for|refus\w*|errors?|conflicts?|if|unless)\b)[^.;«]){0,40}\b(?:the|an?) \p{L}+ in (?:state|status)|\banswer(?:s|ed)?(?: is| are)? `?20[12]`?,? with\s+(?:the|an?)(?: new)?) «([^»]*)»(?!,? or «)/giu;
const LEADS =
  /(?<!\b(?:until|when|if|while|unless|once|whether|whose|where|after|as soon as|only|with)\b[^.;«]{0,40})(?:\b(?:becomes?|is (?:now|then)|(?:state|status|stage|phase) is|marks?\b[^.;«]*(?:«[^»]*»[^.;«]*)?\bas|(?<=^\W{0,3}(?:(?:it|this) )?)(?:makes?|declares?|renders?) (?:an? |the )?(?:«[^»]*» )?(?!(?:an?|the)\b)\p{L}+|puts? (?:an? |the )?(?:«[^»]*» )?\p{L}+|(?:moves?|brings?|puts?|sets?|changes?|goes|transitions?|turns?|releases?|returns?|reverts?|restores?|advances?)\b[^.;«]*(?:«[^»]*»[^.;«]*)?\b(?:in)?to)|→|->)\s+(?:an? |the )?(?:state |status )?«([^»]*)»/giu;
/** `Now «shipped», with its tracking code`, of a success. */
const NOW =
  /^\W*now (?:in )?«([^»]*)»(?![^.;]*(?:«|\b(?:unless|if|where|when|else|or|once|until|as soon as)\b))(?=[.;,:]|\W*$| (?:with|and)\b)/gi;
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
