/** How a figure is worked out of those beside it, as words say: "net plus tax", "20 % of what remains after the discount". */
import {
  itemsOf,
  keywordOf,
  memoized,
  type Operation,
  own,
  propertiesOf,
  type Schema,
  sentencesAround,
} from '../../../openapi/contract';
import { exactIn, numberOf } from '../../exchange/decimals';
import { type Exception, exceptionIn, numberByCase } from './cases';
import { type Rounded, roundedIn } from './rounding';
import { mayBeFigure, shareLess, spelled, sumIn, type WorkOut } from './terms';

/** The formulas of a record by the names of its members. */
export type Formulas = (schema: Schema) => ReadonlyMap<string, Formula>;

interface Formula {
  readonly workOut: WorkOut;
  readonly rounded: Rounded | undefined;
  readonly said: string;
}

/** What words around an operation say of members, and of how all figures are rounded. */
interface Around {
  readonly formulas: ReadonlyMap<string, string>;
  readonly rounded: Rounded | undefined;
}

/** By the names of members, the formulas that words say: where more is said beside a figure, it may be another one at times. */
function formulasIn(schema: Schema, { formulas, rounded: ofAll }: Around): ReadonlyMap<string, Formula> {
  const properties = propertiesOf(schema);
  const ownWords = (name: string): string => String(keywordOf(properties.get(name)?.schema ?? {}, 'description') ?? '');
  const saidOf = (name: string): string => ownWords(name) || (formulas.get(name) ?? '');
  const found = new Map<string, Formula>();
  for (const { name, schema: one } of properties.values()) {
    if (!mayBeFigure(one)) continue;
    const others = new Map([...properties].filter(([other]) => other !== name));
    const beside = { properties: others, saidOf, workedOutIn: formulasOf };
    for (const text of [ownWords(name), formulas.get(name) ?? '']) {
      const [said = '', ...more] = codeAlone(text)
        .split(/[.;](?:\s+|$)|\n+/)
        .filter((part) => part.trim() !== '');
      const [behind] = [roundedIn(said), ...more.map(roundedIn)].filter((part) => part !== undefined);
      const open = more.filter((part) => OPEN.test(part) && !IT_IS.test(roundedIn(part)?.rest ?? part));
      const exceptions = open.flatMap((part) => exceptionIn(part, others) ?? []);
      const formula = bare(roundedIn(said)?.rest ?? said, name);
      const workOut =
        exceptions.length < open.length ? undefined : (numberByCase(said, beside) ?? sumIn(formula, beside));
      if (workOut === undefined) continue;
      const other = shareLess(formula, beside);
      found.set(name, {
        workOut: unless(exceptions, other === undefined ? workOut : unlessIt(name, other, workOut)),
        rounded: behind?.rounded ?? ofAll,
        said: said.trim(),
      });
      break;
    }
  }
  return found;
}

/** The same, but where the figure is what the words may mean as well. */
const unlessIt =
  (name: string, other: WorkOut, workOut: WorkOut): WorkOut =>
  (record) => {
    const [shown, alike] = [exactIn(own(record, name)), other(record)];
    const isOther = shown !== undefined && alike !== undefined && Math.abs(numberOf(shown) - numberOf(alike)) <= 1;
    return isOther ? undefined : workOut(record);
  };

/** The same, but for records of which something else is said. */
const unless =
  (exceptions: readonly Exception[], workOut: WorkOut): WorkOut =>
  (record) => {
    const other = exceptions.find(({ holds }) => holds(record) !== false);
    return other === undefined ? workOut(record) : other.holds(record) === true ? other.value : undefined;
  };

/** A formula that is set as code by itself, without what is told of it: `total - paid`: what may still be paid. */
const codeAlone = (text: string): string => text.replace(CODE_ALONE, '$1');
const CODE_ALONE =
  /^\W*`([^`\n]+ [-+−–×*] [^`\n]+)`\s*[:,–—-]\s+(?:what|how much|the (?:amount|sum|part|rest))\b(?:(?!\b(?:never|least|most|zero|not|no|less|more|only|once|until|while|after|max\w*|min\w*|except|otherwise|unless|if|when)\b)[^.;\d])*(?=\W*$)/iu;

const formulasOf = memoized((schema: Schema) => formulasIn(schema, { formulas: new Map(), rounded: undefined }));

/** The same with those that sentences around the operation say: `balance` = `total` − `paid`. */
export const formulasFor = memoized((operation: Operation): Formulas => {
  const around = aroundOf(operation);
  return memoized((schema: Schema) => formulasIn(schema, around));
});

function aroundOf(operation: Operation): Around {
  const formulas = new Map<string, string>();
  const twice = new Set<string>();
  const sentences = sentencesAround(operation);
  for (const part of sentences.flatMap((text) =>
    text.split(/[,;] (?:and )?(?=`\w+`(?: of (?:an?|each|every) \w+)? (?:=|is|equals) )/),
  )) {
    const [, name, formula] = /^\W*`(\w+)`(?: of (?:an?|each|every) \w+)?\s*(?:=|is|equals)\s+(\S.*)$/.exec(part) ?? [];
    if (name === undefined || formula === undefined) continue;
    if (formulas.has(name)) twice.add(name);
    formulas.set(name, formula.replace(/[.;]\s*$/, ''));
  }
  for (const name of twice) formulas.delete(name);
  return { formulas, rounded: sentences.some((text) => ALL_HALF_UP.test(text)) ? 'half up' : undefined };
}

/** That all that is no whole unit is rounded so: `fractions are rounded to the nearest cent, and a half goes up`. */
const ALL_HALF_UP =
  /^(?:(?!\b(?:not|never|except|unless|only|even|down)\b)[^.;])*\b(?:fractions|amounts|figures|money|sums|(?<=^\W*)percentages(?=[^.;]*\b(?:minor unit|cent|penny))|results|prices|values|whenever|wherever|we)\b(?:(?!\b(?:not|never|except|unless|only|even|down)\b)[^.;])*\bround(?:ed|ing|s)?\b(?:(?!\b(?:not|never|except|unless|only|even|down)\b)[^.;])*(?:\bhalf[- ]up\b|\bhal(?:f|ves)\b[^.;]{0,40}\bup(?:wards?)?\b)/i;

/** Whether a record that an operation shows has a figure that is worked out of others, at whatever depth. */
export const isWorkedOut = memoized((operation: Operation) => {
  const formulas = formulasFor(operation);
  return memoized(
    (schema: Schema): boolean =>
      formulas(schema).size > 0 ||
      [...propertiesOf(schema).values()].some((one) =>
        [one.schema, itemsOf(one.schema) ?? {}].some((inner) => inner !== schema && formulas(inner).size > 0),
      ),
  );
});

/** `The result is`, before how it is rounded. */
const IT_IS = /^(?:(?:the (?:result|product|sum|figure|amount|total)|it|this) (?:is|gets))?$/i;

/** What may make a figure another one than its formula. */
const OPEN =
  /\b(?:0|zero|negative|below|unless|except|if|when|while|until|once|after|before|round\w*|may|might|can|also|plus|minus|less|including|excluding|approx\w*|estimat\w*|cached|eventual\w*)\b/i;

/** The formula alone: without the name that it is of, and what says that a formula follows. */
const bare = (said: string, name: string): string =>
  said
    // What it is called before it is worked out.
    .replace(/^[^:`=+−]{1,60}:\s+(?=[`\w(])/, '')
    .replace(new RegExp(`^\\W*(?:the )?${spelled(name)}\\W*(?:(?:is|=|equals)\\s+|:\\s*)`, 'iu'), '')
    .replace(/^\W*(?:(?:always|is|equals|equal to|computed as|calculated as|worked out as|that is|i\.e\.)[:\s]+)+/i, '')
    .replace(REMARK, '')
    .replaceAll(/[`'"]/g, '')
    // Behind `of` and `on` they hold what a share is of.
    .replaceAll(/(?<!\b(?:of|on) )\(([^()]*)\)/gi, '$1')
    .replace(DOUBLED, ' times 2')
    .replace(/^\s*=\s*/, '')
    .replace(/, in (?:cents|pence|minor units|the currency\b.*)$/i, '')
    .replace(/[\s,]+$/, '')
    .trim();

/** `(discounts don't lower it)` */
const REMARK = /\s*\([^()]*\b(?:not|no|never|do|does|don't|doesn't|isn't|aren't)\b[^()]*\)\W*$/i;

/** `…, both ways, that is, doubled`. */
const DOUBLED = /(?:,? (?:both ways|there and back))?(?:\W+(?:that is|i\.e\.))?\W+doubled$/i;
