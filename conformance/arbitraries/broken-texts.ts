import { exactNumber, fits, type Parameter, type Schema, typesOf } from '../../openapi/contract';
import { brokenValues } from './broken';

/** Texts that break a parameter's schema. In a URL everything is text: only values whose text breaks it too can be sent. */
export function brokenTexts({ schema }: Pick<Parameter, 'schema'>): readonly string[] {
  const texts = brokenValues({ schema }).flatMap(({ value }) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? [String(value)] : [],
  );
  const more = typesOf(schema).includes('integer') ? ['abc'] : [];
  return [...new Set([...more, ...texts])].filter((text) => text !== '' && !isLawful(schema, text));
}

/** Whether any value that a text may stand for fits: digits are a text as well, and one item of an array. */
function isLawful(schema: Schema, text: string): boolean {
  const single = [text, ...(NUMBER.test(text) ? [exactNumber(text)] : []), ...(text === 'true' ? [true] : [])];
  const all = typesOf(schema).includes('array') ? [...single, ...single.map((one) => [one])] : single;
  return all.some((value) => fits(schema, 'request', value)) || typesOf(schema).includes('object');
}

const NUMBER = /^-?\d{1,100}(\.\d{1,100})?$/;
