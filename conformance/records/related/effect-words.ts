import {
  type Contract,
  itemsOf,
  type Operation,
  type Property,
  propertiesOf,
  type Resource,
  type Schema,
  successOf,
  templateNames,
  typesOf,
  wordsOf,
} from '../../../openapi/contract';
import { recordBodyOf } from '../../exchange/record-body';
import { statusesIn } from '../../exchange/refusals';
import { ownSentences, quoted, sentencesOf } from '../marked';
import { referredBy } from '../records';
import { actionOf } from '../states/action-words';
import { withoutStatus } from '../states/state-conditions';
import { statesOf } from '../states/states';

/** Where a record names another one whose figure counts what it takes: in its items, or itself. */
export interface Place {
  /** The list of the record in whose items the two are; undefined where they are the record's own. */
  readonly list: string | undefined;
  /** The member that names the other record. */
  readonly reference: string;
  readonly resource: Resource;
  /** The number of the other record that goes up and down. */
  readonly figure: string;
  /** The number beside the reference by which it does; undefined: by one. */
  readonly amount: string | undefined;
}

/** What an operation does to a figure of the records that its own record names: `The stock of each product goes down by the quantity ordered`. */
export interface Effect extends Place {
  /** 0: words say that it leaves the figure alone. */
  readonly sign: 1 | 0 | -1;
  /** The states in which alone the record has this effect; undefined where no word says so. */
  readonly states: readonly string[] | undefined;
  /** Whether it has it also when it has been in such a state before: `if it had been confirmed`. */
  readonly isPast: boolean;
}

/** The effects of all operations that make, delete or do something to a resource's records. */
export function effectsOn(
  contract: Contract,
  host: Resource,
  operations: readonly Operation[],
): ReadonlyMap<Operation, readonly Effect[]> {
  const places = placesIn(contract, host);
  const values = statesOf(host)?.values ?? [];
  const told = places.length === 0 ? [] : operations.map((one) => [one, effectsOf(one, places, values)] as const);
  const taking = told.flatMap(([, effects]) => effects.filter((one): one is Effect => 'figure' in one && one.sign < 0));
  return new Map(
    told.map(([operation, effects]) => [
      operation,
      // What is given back is what was taken: `cancelling gives the quantities back`.
      effects.flatMap((one) => {
        if ('figure' in one) return [one];
        const [taken, other] = taking.filter(({ amount }) => amount === one.amount);
        return taken === undefined || other !== undefined ? [] : [{ ...taken, ...one }];
      }),
    ]),
  );
}

type Returned = Pick<Effect, 'amount' | 'sign' | 'states' | 'isPast'>;

function effectsOf(
  operation: Operation,
  places: readonly Place[],
  values: readonly string[],
): readonly (Effect | Returned)[] {
  const shown = successOf(operation)?.reply.description ?? '';
  const sentences = [operation.summary, operation.description, shown].flatMap(sentencesOf).map(withoutStatus);
  const [kept] = places.filter(({ figure }) =>
    sentences.some((text) => LEFT_ALONE.test(text.replaceAll(figureForm(figure), '‡'))),
  );
  const effects = sentences
    .map((text) => quoted(text, values))
    .filter((text) => !NOT.test(text) && !HEDGED.test(text.replaceAll(/\bif\b(?=[^.;]*«)/gi, '')))
    .flatMap((text): readonly (Effect | Returned)[] => {
      const states = statesIn(text, operation, values);
      const found = places.flatMap((place) => {
        const marked = text.replaceAll(figureForm(place.figure), '‡');
        const sign = marked === text ? undefined : signIn(marked);
        return sign === undefined || !isBy(marked, place) ? [] : [{ ...place, ...states, sign }];
      });
      const [one, other] = found;
      if (one !== undefined) return other === undefined ? [one] : [];
      const amounts = new Set(places.map(({ amount }) => amount));
      const [amount, second] = [...amounts].filter((name = '') => name !== '' && numberForm(name).test(text));
      return GIVES_BACK.test(text) && amount !== undefined && second === undefined
        ? [{ ...states, amount, sign: 1 }]
        : [];
    });
  if (kept === undefined || effects.length > 0) return effects;
  return [{ ...kept, sign: 0, states: undefined, isPast: false }];
}

/** `Stock is not touched before it is confirmed.` */
const LEFT_ALONE =
  /^(?!.*\b(?:if|unless|except|otherwise)\b)[^.;‡]{0,20}‡[^.;‡]{0,20}\b(?:(?:is|are|was) (?:not|never)(?: yet)? (?:touched|changed|reduced|affected|taken|lowered)|(?:stays?|remains?|is|are) (?:untouched|unchanged|as (?:it|they) (?:is|are|was|were))|does not (?:change|go down))\b|\b(?:does not|doesn't|never) (?:touch|change|reduce|affect|lower)\b[^.;‡]{0,20}‡/i;

/** The states of the record of which a sentence speaks, but for that into which the operation brings it. */
function statesIn(text: string, operation: Operation, values: readonly string[]): Pick<Effect, 'states' | 'isPast'> {
  const clause = text.match(OF_STATES)?.[0] ?? '';
  const { target } = actionOf(operation, { values });
  const states = values.filter((value) => value !== target && clause.includes(`«${value}»`));
  return {
    states: states.length === 0 ? undefined : states,
    isPast: /\b(?:had been|has been|have been|was|were)\b/i.test(clause),
  };
}

/** `Cancelling a confirmed order`, `if it had been sent`, `from a sent one`. */
const OF_STATES =
  /\b(?:if|when|where|once)\b[^.;,«]*«[^»]*»(?:(?:,? (?:or|and) |, )«[^»]*»)*|\b\p{L}+ing (?:an? |the )(?:«[^»]*»(?:,? (?:or|and) |, )?)+|\b(?:of|from|for) (?:an? |the )?(?:«[^»]*»(?:,? (?:or|and) |, )?)+ (?!by\b)\p{L}+/iu;

/** Whether a sentence says by how much: by a member beside the reference, by what was ordered, or by one. */
function isBy(text: string, { amount }: Place): boolean {
  if (amount === undefined) return BY_ONE.test(text);
  return numberForm(amount).test(text) || (AMOUNT.test(wordsOf(amount).join(' ')) && WHAT_IS_ORDERED.test(text));
}

const BY_ONE = /\bby (?:one|1)\b|\b(?:one|a single) (?:unit|piece|seat|place|copy|slot|item)\b/i;
const AMOUNT = /\b(?:quantity|quantities|qty|count|units|pieces|number)\b/i;
const WHAT_IS_ORDERED =
  /\b(?:quantit(?:y|ies)|pieces|units|(?:number|amount)s? (?:of \p{L}+ )?(?:ordered|booked|reserved|purchased|taken|asked for|requested)|what (?:was|is|has been) (?:ordered|booked|purchased|taken))\b/iu;

/** Down where what is counted is taken from the figure, up where it comes back. */
function signIn(text: string): 1 | -1 | undefined {
  const isDown = DOWN.some((form) => form.test(text));
  const isUp = UP.some((form) => form.test(text));
  return isDown === isUp ? undefined : isDown ? -1 : 1;
}

const DOWN: readonly RegExp[] = [
  /‡[^.;‡]{0,50}\b(?:(?:goes|go) down|falls?|drops?|sinks?|shrinks?|decreases?|(?:is|are) (?:reduced|decreased|decremented|lowered|diminished|debited|used up))\b/i,
  /\b(?:takes?|taken|deducts?|deducted|subtracts?|subtracted|removes?|removed|withdraws?|withdrawn|draws?|drawn|comes?|leaves?)\b[^.;‡]{0,60}\b(?:from|out of|off)\b[^.;‡]{0,30}‡/i,
  /\b(?:reduces?|decreases?|decrements?|lowers?|diminishes|debits?|depletes?)\b[^.;‡]{0,30}‡/i,
];
const UP: readonly RegExp[] = [
  /‡[^.;‡]{0,50}\b(?:(?:goes|go) (?:back )?up|rises?|grows?|increases?|(?:is|are) (?:raised|increased|incremented|restored|replenished|credited))\b/i,
  /\b(?:puts?|put|gives?|given|returns?|returned|adds?|added|restores?|restored|go(?:es)?|moves?|moved|comes?|credits?|credited|booked|released|back)\b[^.;‡]{0,60}\b(?:(?:in)?to|in)\b[^.;‡]{0,30}‡/i,
  /\b(?:increases?|raises?|restores?|replenish(?:es)?|increments?|credits?)\b[^.;‡]{0,30}‡/i,
];
const GIVES_BACK =
  /\b(?:gives?|puts?|adds?|brings?|books?)\b[^.;]{0,60}\bback\b|\b(?:returns?|restores?|releases?|frees?)\b|\b(?:is|are) (?:given back|put back|added back|returned|restored|released|freed)\b/i;
const NOT = /\b(?:not|never|neither|nothing|no longer|without|untouched|unchanged|cannot)\b|n't\b/i;
/** What may happen, or happens otherwise or later. */
const HEDGED =
  /\b(?:may|might|can|could|should|usually|optional(?:ly)?|eventually|later|asynchronous(?:ly)?|nightly|if|unless|except|until|only|per cent|percent|half|converted|rounded)\b/i;

/** The figures by which the records that a resource's records name may be counted down and up. */
function placesIn(contract: Contract, host: Resource): readonly Place[] {
  const { create } = host.operations;
  // What is sent with it may be shown below it alone.
  const sent = create && recordBodyOf({ operation: create, purpose: { resource: host, role: 'create' } });
  const own = [...new Map([...propertiesOf(sent?.schema ?? {}), ...propertiesOf(host.schema)]).values()];
  const lists = own.flatMap(({ name, schema }) => {
    const items = itemsOf(schema);
    return items === undefined ? [] : [{ list: name, members: [...propertiesOf(items).values()] }];
  });
  return [{ list: undefined, members: own }, ...lists].flatMap(({ list, members }) =>
    members.flatMap(({ name: reference, schema }) => {
      const resource = referredBy(contract, reference, schema);
      const isRead = resource?.operations.read !== undefined && templateNames(resource.itemPath ?? '').length === 1;
      if (resource === undefined || resource === host || !isRead || resource.operations.create === undefined) return [];
      const numbers = members.filter((one) => isWhole(one.schema) && AMOUNTS.test(wordsOf(one.name).join(' ')));
      const amounts: readonly (string | undefined)[] = [...numbers.map(({ name }) => name), undefined];
      return figuresIn(resource.schema).flatMap((figure) =>
        amounts.map((amount) => ({ list, reference, resource, figure, amount })),
      );
    }),
  );
}

/** What is ordered of something, by its name. */
const AMOUNTS =
  /\b(?:quantity|quantities|qty|count|units|pieces|number|amount|seats|places|tickets|copies|guests|persons|people|hours|nights|slots)\b/i;

const figuresIn = (schema: Schema): readonly string[] =>
  [...propertiesOf(schema).values()].flatMap((one: Property) =>
    isWhole(one.schema) && !one.writeOnly && !NO_FIGURE.test(wordsOf(one.name).join(' ')) ? [one.name] : [],
  );

/** Numbers that say what a thing is, and not how many of it there are. */
const NO_FIGURE =
  /\b(?:price|cost|fee|tax|rate|cents|weight|width|height|depth|length|revision|version|position|rank|order|year|age|max|maximum|min|minimum|limit|threshold|grams|mm|percent)\b/i;

const isWhole = (schema: Schema): boolean =>
  itemsOf(schema) === undefined && typesOf(schema).some((type) => type === 'integer');

/** A figure as words call it: `stock_level` is the stock. */
function figureForm(name: string): RegExp {
  const words = wordsOf(name);
  const telling = words.filter(
    (word) => !/^(?:levels?|counts?|quantit(?:y|ies)|qty|units|amounts?|numbers?|total|current)$/.test(word),
  );
  const form = (telling.length > 0 ? telling : words).join('[ _-]?');
  return new RegExp(
    `[\`'"]?(?<![\\p{L}\\p{N}_])${form}(?:[ _-](?:level|count|quantity|qty|number)s?)?(?![\\p{L}\\p{N}_])[\`'"]?`,
    'giu',
  );
}

/** A number as words call it: `quantity` is in `the quantities`, too. */
function numberForm(name: string): RegExp {
  const form = wordsOf(name)
    .join('[ _-]?')
    .replace(/y$/, '(?:y|ies)')
    .replace(/([^s)])$/, '$1s?');
  return new RegExp(`(?<![\\p{L}\\p{N}_])${form}(?![\\p{L}\\p{N}_])`, 'iu');
}

/** The statuses by which an operation is refused where a figure is less than what is taken, as its words say; none where they don't. */
export function shortageOf(operation: Operation, { figure }: Pick<Place, 'figure'>): readonly number[] {
  const isShort = (text: string): boolean =>
    sentencesOf(text).some((sentence) => SHORT.test(sentence.replaceAll(figureForm(figure), '‡')));
  const refusals = operation.replies.flatMap(({ status, description }) =>
    REFUSING.includes(Number(status)) ? [{ status: Number(status), description }] : [],
  );
  const beside = refusals.filter(({ description }) => isShort(description)).map(({ status }) => status);
  if (beside.length > 0) return beside;
  const said = ownSentences(operation).filter(isShort);
  const named = said.flatMap(statusesIn);
  const known = refusals.map(({ status }) => status);
  const told = [...new Set(named)].filter((status) => known.includes(status));
  return said.length === 0
    ? []
    : told.length > 0
      ? told
      : known.filter((status) => status === 409 || known.length === 1);
}

const REFUSING: readonly number[] = [409, 422];
const SHORT =
  /\b(?:too (?:little|few|small)|(?:not|n't)(?: have)? (?:enough|sufficient)|insufficient|less|fewer|out of|lack\w*|short(?: of|age)?|more than|exceed\w*|greater than|larger than|beyond)\b[^.;‡]{0,40}‡|‡[^.;‡]{0,30}\b(?:is|are|was|were|does|do|would|has|cannot|can't|falls?|runs?)\b[^.;‡]{0,20}\b(?:insufficient|too (?:low|little|small)|(?:not|n't) (?:enough|sufficient|suffice|cover)|short|less than|lower than|below|exceeded|negative|run out)\b/i;
