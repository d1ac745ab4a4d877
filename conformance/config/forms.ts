import { isAbsolute, resolve } from 'node:path';
import { isObject, stringifyJson } from '../../openapi/contract';
import type { Form } from '../../openapi/program/option';

interface FormRule {
  /** JSON Schema of what stands in the file. */
  readonly schema: object;
  /**
   * The texts that flags would have, one for each flag; undefined where the value is of another form.
   *
   * @param folder that of the file
   */
  readonly texts: (value: unknown, folder: string) => readonly string[] | undefined;
}

const TEXT = { type: 'string' };
const TEXTS = { anyOf: [TEXT, { type: 'array', items: TEXT }] };
/** In the place of what is no text: its variables make the text that the flag would have. */
const VARIABLE = { type: 'string', pattern: '\\$\\{' };

/** How a value stands in a file. What stands there as a text with variables is read as the flag's text, whatever the form. */
export const FORMS: Readonly<Record<Form | 'text', FormRule>> = {
  text: { schema: TEXT, texts: textOf },
  integer: { schema: { anyOf: [{ type: 'integer' }, VARIABLE] }, texts: integerOf },
  figure: {
    schema: { anyOf: [{ type: 'integer' }, TEXT] },
    texts: (value) => textOf(value) ?? integerOf(value),
  },
  switch: {
    schema: { anyOf: [{ type: 'boolean' }, VARIABLE] },
    texts: (value) => (typeof value === 'boolean' ? [String(value)] : undefined),
  },
  list: { schema: TEXTS, texts: listOf },
  path: { schema: TEXT, texts: (value, folder) => textOf(value)?.map((text) => from(folder, text)) },
  paths: { schema: TEXTS, texts: (value, folder) => listOf(value)?.map((text) => from(folder, text)) },
  headers: named(': '),
  pairs: named('='),
  assignments: {
    schema: { anyOf: [{ type: 'object' }, TEXTS] },
    texts: (value) =>
      isObject(value)
        ? Object.entries(value).flatMap(([name, one]) =>
            (Array.isArray(one) ? one : [one]).map((each: unknown) => `${name}=${stringifyJson(each)}`),
          )
        : listOf(value),
  },
};

/** Texts with names. */
function named(between: string): FormRule {
  return {
    schema: { anyOf: [{ type: 'object', additionalProperties: TEXT }, TEXTS] },
    texts: (value) =>
      isObject(value)
        ? listOf(Object.values(value)) && Object.entries(value).map(([name, text]) => `${name}${between}${text}`)
        : listOf(value),
  };
}

function textOf(value: unknown): readonly string[] | undefined {
  return typeof value === 'string' ? [value] : undefined;
}

function integerOf(value: unknown): readonly string[] | undefined {
  return Number.isInteger(value) || typeof value === 'bigint' ? [String(value)] : undefined;
}

function listOf(value: unknown): readonly string[] | undefined {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.every((one) => typeof one === 'string') ? all : undefined;
}

/** Addresses and the `-` of standard input stay as they are. */
const from = (folder: string, text: string): string =>
  text === '' || text === '-' || isAbsolute(text) || /^[a-z][a-z0-9+.-]+:/i.test(text) ? text : resolve(folder, text);
