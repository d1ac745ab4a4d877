import type { Source } from '../../openapi/contract';
import type { Outcome } from '../http/outcome';

/** Where the mock serves the contract as JSON. */
export const DOCUMENT_PATH = '/openapi.json';
/** Where it serves it as YAML. */
export const YAML_PATH = '/openapi.yaml';

const FORMS: Readonly<Record<string, (source: Source) => Pick<Outcome, 'body' | 'mediaType'>>> = {
  [DOCUMENT_PATH]: ({ json }) => ({ body: json, mediaType: 'application/json' }),
  // RFC 9512: the media type of YAML. JSON is YAML too.
  [YAML_PATH]: ({ text }) => ({ body: text, mediaType: 'application/yaml; charset=utf-8' }),
};

/** The mock's contract as JSON or YAML, by path; undefined for any other path. */
export function documentAt(path: string, source: Source): Outcome | undefined {
  return Object.hasOwn(FORMS, path)
    ? { status: 200, headers: {}, body: '', mediaType: '', ...FORMS[path]?.(source) }
    : undefined;
}
