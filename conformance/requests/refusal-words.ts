/** The sentences by which servers say what is wrong with a value. Each pattern takes linear time, and texts are cut before. */
import { memoized } from '../../openapi/contract';

/**
 * `missing`: a value has to be there, and not be empty. `unknown`: it may not be there. `taken`: another record has it. `wrong`:
 * another one is asked for.
 */
export type HintKind = 'missing' | 'unknown' | 'taken' | 'wrong';

/** Of a longer sentence the beginning is read. */
export const MOST_SENTENCE = 600;

const UNKNOWN =
  /(?:unknown|unrecogni[sz]ed|unexpected|undeclared|unsupported|extra|extraneous)[ _](?:\w+ )?(?:field|propert|param|key|input|attribute|member|argument|element)|additional ?propert|extra_forbidden|unrecognized_keys|not (?:allowed|permitted)(?! to)|not (?:a known|a valid (?:field|property|attribute)|recogni[sz]ed)|should not exist|must not be (?:present|set|given|specified)|not marked as ignorable|read-?only/i;
const MISSING =
  /required|missing|mandatory|not[ _]?(?:be |been )?(?:null|nil|none|blank|empty|undefined)|can(?:no|')t be (?:null|nil|blank|empty|undefined)|allowed to be empty|received undefined|(?:not|nor|no|none|be|was|were) (?:\w+ )?(?:provided|supplied|specified|given|present)|(?:is|was|are) (?:null|empty|blank|undefined)|must (?:provide|specify|supply|exist|include|contain)/i;

/** What a text says of a value that stands beside it; undefined where it does not say. */
export function kindOf(text: string): HintKind | undefined {
  if (TAKEN.test(text)) return 'taken';
  if (
    /invalid[ _](?:\w+ )?(?:value|type|enum|option)|not (?:allowed|permitted) value/i.test(text) &&
    !MISSING.test(text)
  )
    return 'wrong';
  if (UNKNOWN.test(text) && !/^missing|^required/i.test(text)) return 'unknown';
  return MISSING.test(text) ? 'missing' : WRONG.test(text) ? 'wrong' : undefined;
}

const TAKEN = /already|duplicate|(?:must|should) be unique|unique constraint|is taken|in use\b|not unique|conflict/i;
const WRONG =
  /invalid|must|should|expected|not (?:a|an|one|valid|of|in)\b|does(?: not|n't) |malformed|unable to parse|cannot (?:be|deserialize|unmarshal)|too (?:short|long|small|large|few|many)|at (?:least|most)|bad |illegal|wrong|one of|only\b|between|greater|less/i;

/** Sentences that name a value, the surest first. A name that no value of the request has counts where the sentence leaves no doubt. */
const SENTENCES: readonly (readonly [
  kind: HintKind | 'by tag',
  sureness: 'sure' | 'perhaps' | 'of members',
  says: RegExp,
])[] = [
  ['by tag', 'sure', /Key: NAME Error: ?Field validation for '[^']*' failed on the '(\w+)' tag/],
  ['unknown', 'sure', /additional properties[^('"\n]{0,60}[('"]NAME/],
  [
    'unknown',
    'sure',
    /(?:unknown|unrecogni[sz]ed|unexpected|extra|undeclared) (?:\w+ )?NOUN(?:\(s\))?(?: in object)?:? NAME/,
  ],
  [
    'unknown',
    'sure',
    /NOUN NAME (?:should not exist|is not (?:allowed|permitted|recogni[sz]ed)(?! to)|is unknown|must not be present)/,
  ],
  ['unknown', 'perhaps', /NAME is not allowed(?! to)/],
  [
    'missing',
    'sure',
    /(?:missing|required)(?: (?:a|the|an|data|required|request|body|query|header|path|for|form|non-empty))* NOUN(?: (?:for|in|of|is|are|named|called|not set))*:? NAME/,
  ],
  [
    'missing',
    'perhaps',
    /(?:must|should|please|to|needs? to) (?:provide|specify|supply|set|give|pass|include)(?: (?:a|the|an|one|of|either|valid|both|non-empty|at|least|parameter|field|property|value|for))* NAME/,
  ],
  ['missing', 'of members', /\b(?:either|one of|both)(?: (?:a|an|the|of))* NAME(?:,? (?:or|and)|,)/],
  ['missing', 'perhaps', /\b(?:requires?|need|needs|without)(?: (?:a|an|the|either|one of|at least|valid))* NAME/],
  [
    'missing',
    'perhaps',
    /NAME(?: NOUN)? (?:is|are|was) (?:a |an )?(?:required|missing|mandatory|null|empty|blank|undefined|not (?:set|specified|given|provided|present))/,
  ],
  [
    'missing',
    'perhaps',
    /NAME(?: NOUN)? (?:must|should|may|can|could|does|is|has)(?: ?not|n't)(?: allowed to)?(?: be| been)? (?:null|nil|blank|empty|undefined|missing|omitted)/,
  ],
  [
    'missing',
    'perhaps',
    /NAME(?: NOUN)? (?:must|should|has to|needs to) (?:be )?(?:provided|given|specified|set|present|supplied|included|non-empty|exist)/,
  ],
  ['missing', 'perhaps', /\bno NAME (?:was |were |is )?(?:provided|specified|given|supplied|set)/],
  ['missing', 'perhaps', /(?:missing|required):? (?:a |the )?NAME/],
  ['missing', 'perhaps', /NAME:? required\b/],
  [
    'wrong',
    'perhaps',
    /NAME(?: NOUN)?:? (?:must|should|has to|(?:is|are)(?: not|n't)|is (?:invalid|too)|does(?: not|n't)|not|failed|cannot)\b/,
  ],
  [
    'wrong',
    'perhaps',
    /(?:invalid|illegal|wrong|bad|unsupported|unknown|malformed) (?:(?:value|type|format|option|choice|data)s? )?(?:(?:for|of|in) )?(?:the )?(?:NOUN )?NAME/,
  ],
  ['wrong', 'perhaps', /NOUN:? NAME/],
  ['wrong', 'perhaps', /^NAME: /],
];

const NAME = /[`'"“‘\\]{0,3}(?<![\w$@.-])([A-Za-z_$@][\w$@-]*(?:(?:\.|\[|\]\.?|\/)[\w$@-]+)*)[\]`'"”’\\]{0,4}/;
const NOUN = /(?:field|param(?:eter)?|propert(?:y|ies)|argument|attribute|member|key|value|input|element|variable)s?/;

const patternOf = memoized(
  (says: RegExp) => new RegExp(says.source.replaceAll('NAME', NAME.source).replaceAll('NOUN', NOUN.source), 'gi'),
);

/** What a sentence says of a value that it names. */
interface Told {
  readonly names: readonly string[];
  readonly kind: HintKind;
  /** The value that it asks for: `set force=true`. */
  readonly value?: string;
}

/** `pass mode=fast` */
const ASSIGNED =
  /\b(?:set|use|pass|with|specify|provide|add|give|supply|send)\b[^\w=]{1,3}([A-Za-z_][\w.-]*)\s?=\s?["'`]?([\w.-]+)/i;

/** The member of the place beside a sentence that it names: `must have required property 'x'`. */
export function furtherIn(text: string): Told | undefined {
  const found = FURTHER.exec(text);
  return found === null
    ? undefined
    : { names: namesIn(found[1] ?? found[2] ?? found[3] ?? ''), kind: kindOf(text) ?? 'missing' };
}
const FURTHER =
  /required propert(?:y|ies):? ["'`]([\w$@.-]+)["'`]|^["'`]([\w$@.-]+)["'`] is a required property|additional propert[^('"`\n]{0,60}[('"`]+([\w$@.-]+)/i;

/**
 * The values that a text names, and what it says of them.
 *
 * @param isMember whether a request may have a value of this name; names that nobody knows count where a sentence is sure of them
 */
export function placesIn(text: string, isMember: (name: string) => boolean): readonly Told[] {
  const cut = text.slice(0, MOST_SENTENCE);
  const chain = /reference chain: ([^)]+)/i.exec(cut)?.[1];
  // Jackson: (through reference chain: Order["lines"]->java.util.ArrayList[0]->Line["count"])
  if (chain !== undefined) {
    const names = [...chain.matchAll(/\[["']?([\w$@-]+)["']?\]/g)].map(([, name = '']) => name);
    return [{ names, kind: kindOf(cut) ?? 'wrong' }];
  }
  const [, assigned, value] = ASSIGNED.exec(cut) ?? [];
  if (assigned !== undefined && value !== undefined && isMember(namesIn(assigned).at(-1) ?? ''))
    return [{ names: namesIn(assigned), kind: 'missing', value }];
  for (const [kind, sureness, says] of SENTENCES) {
    const told = [...cut.matchAll(patternOf(says))].flatMap(([whole, name = '', tag = '']): readonly Told[] => {
      const names = namesIn(name);
      const last = names.at(-1) ?? '';
      const isNamed =
        sureness === 'sure' ||
        (sureness === 'perhaps' && kind !== 'wrong' && (name.includes('.') || isQuoted(whole, name)));
      if (!isMember(last) && (!isNamed || STOP.has(last.toLowerCase()))) return [];
      if (kind === 'by tag') return [{ names, kind: tag.startsWith('required') ? 'missing' : 'wrong' }];
      return [{ names, kind: kind === 'wrong' ? (kindOf(cut) ?? kind) : kind }];
    });
    if (told.length > 0) return told;
  }
  const kind = kindOf(cut);
  if (kind === undefined) return [];
  // A name in quotes, or one that is no word of a sentence.
  const quoted = [...cut.matchAll(/[`'"“‘]([A-Za-z_$@][\w$@.-]*)[`'"”’]/g)].map(([, name = '']) => name);
  const coined = [...cut.matchAll(/\b[a-z]+(?:[A-Z_.][A-Za-z_.]*)/g)].map(([name]) => name);
  const name = [...quoted, ...coined].find((one) => isMember(namesIn(one).at(-1) ?? ''));
  const names = name === undefined ? spelledOutIn(cut, isMember) : namesIn(name);
  return names.length === 0 ? [] : [{ names, kind }];
}

/** A name of several words that a sentence spells as such, `template type`; none where it has none. */
export function spelledOutIn(text: string, isMember: (name: string) => boolean): readonly string[] {
  const words = text.slice(0, MOST_SENTENCE).match(/[A-Za-z]+/g) ?? [];
  const phrases = [3, 2].flatMap((length) => words.map((_, at) => words.slice(at, at + length)));
  return phrases
    .filter((some) => some.length > 1)
    .map((some) => some.join('_'))
    .filter(isMember)
    .slice(0, 1);
}

const isQuoted = (text: string, name: string): boolean => /[`'"“‘]/.test(text.charAt(text.indexOf(name) - 1));

const namesIn = (name: string): readonly string[] => name.split(/[.[\]/]+/).filter((one) => one !== '');

/** Words that stand where a name might. */
const STOP: ReadonlySet<string> = new Set([
  ...[
    'a',
    'an',
    'the',
    'it',
    'is',
    'are',
    'be',
    'this',
    'that',
    'value',
    'values',
    'field',
    'fields',
    'property',
    'request',
  ],
  ...[
    'body',
    'parameter',
    'parameters',
    'for',
    'in',
    'of',
    'to',
    'not',
    'and',
    'or',
    'input',
    'object',
    'json',
    'data',
  ],
  ...['there', 'such', 'with', 'exist', 'found', 'does', 'was', 'could', 'cannot', 'find', 'matching', 'missing'],
]);

/** What stands before a list of values; by some of the words it may stand there without quotes or brackets. */
const OPENING =
  /\b(?:(one of|(?:allowed|permitted|accepted|supported|valid|possible) (?:values?|types?|options?|choices?)|(?:must|has to|should) be set to|choices?|options?|enum class)|supports|expected|either|should be|must be|in)\b/gi;
const FILLING = /^[^[({`'"“‘\n]{0,40}(?=[[({`'"“‘])/;
const FEW_WORDS = /^(?: (?:the|following|values?|are|is|of|types?))*:? *(?=\w)/i;
const BARE = /^[\w-]+(?:(?:, or |, | or |\|)[\w-]+)+/;
const BRACKETED = /^[[({]\s*([^\])}]{1,400})[\])}]/;
const ITEM = /^[\s,|/]*(?:or |and )?\s*(?:"([^"]{1,80})"|'([^']{1,80})'|`([^`]{1,80})`|“([^”]{1,80})”|‘([^’]{1,80})’)/i;

/** The values that a text lists as those that would be taken. */
export function choicesIn(text: string): readonly unknown[] {
  const cut = text.slice(0, MOST_SENTENCE);
  for (const { index, 0: opening, 1: ofList } of cut.matchAll(OPENING)) {
    const rest = cut.slice(index + opening.length);
    // `one of: asc, desc`
    const bare = ofList === undefined ? undefined : BARE.exec(rest.replace(FEW_WORDS, ''))?.[0];
    if (bare !== undefined) return itemsIn(bare);
    const filling = FILLING.exec(rest)?.[0];
    if (filling === undefined) continue;
    const listed = rest.slice(filling.length);
    const inside = BRACKETED.exec(listed)?.[1];
    const found = inside === undefined ? quotedIn(listed) : itemsIn(inside);
    if (found.length > 1 || (found.length === 1 && ofList !== undefined)) return found;
  }
  return [];
}

/** The media types that a text names as those that would be taken. */
export const mediaTypesIn = (text: string): readonly string[] =>
  [...text.slice(0, MOST_SENTENCE).matchAll(MEDIA_TYPE)].map(([type]) => type);

const MEDIA_TYPE =
  /(?<!\b(?:not|got|received|instead of):? ["'`]?)\b(?:application|audio|image|text|video)\/[\w.+-]{0,80}\w/gi;

function quotedIn(text: string): readonly unknown[] {
  const found: string[] = [];
  let rest = text;
  for (let item = ITEM.exec(rest); item !== null; item = ITEM.exec(rest)) {
    found.push(item.slice(1).find((one) => one !== undefined) ?? '');
    rest = rest.slice(item[0].length);
  }
  return found;
}

const itemsIn = (listed: string): readonly unknown[] =>
  listed
    .split(/\s*[,|]\s*(?:or |and )?|\s+(?:or|and)\s+/)
    .map((one) => one.trim().replace(/^["'`]|["'`]$/g, ''))
    .filter((one) => one !== '' && one !== '...')
    .map((one) => (/^-?\d{1,15}$/.test(one) ? Number(one) : one));

/** The words among which is the name of what a text says that there is none of: `dog` in "no dog with the id 7"; none where it does not say so. */
export function absentIn(text: string): readonly string[] {
  const cut = text.slice(0, MOST_SENTENCE);
  if (!ABSENT.test(cut)) return [];
  return [...new Set([...cut.matchAll(/[A-Za-z]{3,40}/g)].map(([word]) => word.toLowerCase()))].filter(
    (word) => !STOP.has(word),
  );
}

const ABSENT =
  /not (?:be )?(?:found|exist)|does(?: not|n't) exist|there(?: is|'s) no\b|no (?:such|matching)|(?:cannot|can't|could not) find/i;

/** Types and formats as servers call them, by their names in JSON Schema. */
const WANTED: readonly (readonly [string, RegExp])[] = [
  ['email', /e-?mail/i],
  ['date-time', /date-?time|timestamp|iso ?-?8601|rfc ?3339/i],
  ['uuid', /\b[ug]uid\b/i],
  ['uri', /\bur[il]\b/i],
  ['date', /\bdate\b/i],
  ['integer', /\b(?:integer|int(?:32|64)?|whole number|long)\b/i],
  ['number', /\b(?:number|numeric|float|double|decimal)\b/i],
  ['boolean', /\bbool(?:ean)?\b/i],
  ['array', /\b(?:array|list|sequence)\b/i],
  ['object', /\b(?:object|dict(?:ionary)?|map|mapping|struct)\b/i],
  ['string', /\b(?:string|text|str)\b/i],
];

/** The type or format that a text asks for; undefined where it does not say. */
export function wantedIn(text: string): string | undefined {
  const asked = ASKED.exec(text.slice(0, MOST_SENTENCE))?.[1];
  return asked === undefined ? undefined : WANTED.find(([, pattern]) => pattern.test(asked))?.[0];
}

const ASKED =
  /\b(?:must|should|expected|expecting|not|enter|valid|is)(?: (?:be|to|of|a|an|the|valid|type|input|well-formed))*[: ]+['"]?([\w-]+(?: [\w-]+)?)/i;
