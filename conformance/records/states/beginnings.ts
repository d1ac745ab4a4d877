import { keywordOf, memoized, own, type Resource, typesOf, wordsOf } from '../../../openapi/contract';
import { bodyMembers } from '../../exchange/subject';
import { quoted, sentencesOf, statesIn } from '../marked';
import type { JsonRecord } from '../records';
import { statesOf } from './states';

/**
 * The members by which a new record may begin in another state than usual, as words beside them or beside the create say: `With capture
 * true the payment is captured at once, with false it is authorized`.
 */
export const beginningsOf: (resource: Resource) => readonly JsonRecord[] = memoized((resource: Resource) => {
  const { create } = resource.operations;
  const states = statesOf(resource);
  if (create === undefined || states === undefined) return [];
  const stems = states.values.map((value) => value.replace(/(?:e?d|ing)$/, '')).filter((stem) => stem.length > 3);
  const isOfStates = (text: string): boolean =>
    quoted(text, states.values).includes('«') || stems.some((stem) => new RegExp(`\\b${stem}`, 'i').test(text));
  const said = [create.summary, create.description].flatMap(sentencesOf);
  return [...bodyMembers(create).values()].flatMap(({ name, schema, readOnly }) => {
    if (readOnly || name === states.property) return [];
    const spelled = new RegExp(`(?<![\\p{L}\\p{N}_])${wordsOf(name).join('[ _-]?')}(?![\\p{L}\\p{N}_])`, 'iu');
    const texts = [
      ...sentencesOf(String(keywordOf(schema, 'description') ?? '')),
      // Without its own name, which may well be the verb of a state.
      ...said.filter((text) => spelled.test(text)).map((text) => text.replace(spelled, '')),
    ];
    return texts.some(isOfStates) ? choicesOf(schema).map((value) => ({ [name]: value })) : [];
  });
});

/**
 * The state in which a record begins that is made with a body, by the words of the switch that it has turned; undefined where it has
 * turned none.
 *
 * @returns the state itself undefined where words leave it open
 */
export function beginBySwitch(
  resource: Resource,
  body: JsonRecord,
): { readonly state: string | undefined } | undefined {
  const [turned] = beginningsOf(resource)
    .flatMap((one) => Object.entries(one))
    .filter(([name, value]) => own(body, name) === value);
  return turned && { state: stateWith(resource, ...turned) };
}

/** "With `automatic` it is captured at once; with `manual` it is reserved (status `authorised`)": the one state in what names the value. */
function stateWith(resource: Resource, name: string, value: unknown): string | undefined {
  const { create } = resource.operations;
  const values = statesOf(resource)?.values ?? [];
  const schema = (create && bodyMembers(create).get(name)?.schema) ?? {};
  const texts = [String(keywordOf(schema, 'description') ?? ''), create?.summary ?? '', create?.description ?? ''];
  const parts = texts.flatMap(sentencesOf).flatMap((text) => text.split(/;|,? (?=(?:and )?(?:with|if|for|when) `)/));
  const named = parts.filter(
    (part) => part.includes(`\`${value}\``) || (typeof value === 'boolean' && new RegExp(`\\b${value}\\b`).test(part)),
  );
  const states = new Set(named.flatMap((part) => statesIn(quoted(part, values).replace(LATER, ''))));
  return states.size === 1 ? [...states][0] : undefined;
}

/** `And can be captured or voided later` */
const LATER = /\b(?:can|may|could|must|has to|needs? to|will|until|before|to be)\b.*$/is;

/** The values that a switch has beside its usual one. */
function choicesOf(schema: Parameters<typeof typesOf>[0]): readonly unknown[] {
  const usual = keywordOf(schema, 'default');
  if (typesOf(schema).join() === 'boolean') return [false, true].filter((one) => one !== usual);
  const choices = keywordOf(schema, 'enum') ?? [];
  return choices.filter((one) => typeof one === 'string' && one !== usual).slice(0, MOST_CHOICES);
}

const MOST_CHOICES = 3;
