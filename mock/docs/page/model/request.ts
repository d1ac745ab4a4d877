import { type Json, type JsonObject, prettyJson, writeJson } from '../../../console/page/link/exact-json';
import { membersOf } from './json';
import { kindOf } from './kind';
import type { Operation, Parameter, Scheme } from './model';
import type { Credentials } from './scheme';
import { schemesFor } from './scheme';
import { fieldText, pathPart, plainText, queryPairs } from './serialise';

/** What somebody has typed in to try an operation. */
export interface Draft {
  /** By `keyOf` the parameter; an empty one is not sent, unless it is a part of the path. */
  readonly texts: Readonly<Record<string, string>>;
  /** Of the body; undefined where none is sent. */
  readonly mediaType: string | undefined;
  readonly body: string;
  readonly file: File | undefined;
  /** Those of a form, by the names of their fields. */
  readonly files: Readonly<Record<string, readonly File[]>>;
}

/** A request that is ready to be sent. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly cookies: readonly (readonly [name: string, value: string])[];
  readonly credentials: readonly Sent[];
  readonly mediaType: string | undefined;
  readonly body: string | File | undefined;
  /** Those that go with the fields of a form. */
  readonly files: readonly (readonly [name: string, file: File])[];
}

/** A credential that goes with a request. */
export interface Sent extends Scheme {
  readonly value: string;
}

export const keyOf = ({ in: place, name }: Pick<Parameter, 'in' | 'name'>): string => `${place} ${name}`;

/** Where the mock is, and what is typed in as credentials. */
export interface Target {
  readonly document: JsonObject;
  readonly baseUrl: string;
  readonly schemes: readonly Scheme[];
  readonly credentials: Credentials;
  /** A credential that anybody may see. */
  readonly demoKey: string | undefined;
}

/** The request that a draft stands for. */
export function outgoing(operation: Operation, draft: Draft, target: Target): Outgoing {
  const { document, baseUrl, schemes, credentials } = target;
  const typed = operation.parameters
    .map((parameter) => ({ parameter, text: draft.texts[keyOf(parameter)] ?? '' }))
    .filter(({ parameter, text }) => text !== '' || parameter.in === 'path');
  const of = (place: Parameter['in']) => typed.filter(({ parameter }) => parameter.in === place);
  const path = of('path').reduce(
    // The replacement is a function, since `$` means something in a text.
    (known, { parameter, text }) => known.replaceAll(`{${parameter.name}}`, () => pathPart(document, parameter, text)),
    operation.path,
  );
  const query = of('query').flatMap(({ parameter, text }) => queryPairs(document, parameter, text));
  const { mediaType } = draft;
  return {
    method: operation.method,
    url: baseUrl + path + (query.length === 0 ? '' : `?${query.join('&')}`),
    headers: of('header').map(({ parameter, text }) => [parameter.name, plainText(document, parameter, text)] as const),
    cookies: of('cookie').map(({ parameter, text }) => [parameter.name, plainText(document, parameter, text)] as const),
    credentials: schemesFor(operation, schemes, credentials).map((scheme) => ({
      ...scheme,
      value: credentials[scheme.name] ?? '',
    })),
    mediaType,
    body: mediaType === undefined ? undefined : kindOf(mediaType) === 'file' ? draft.file : draft.body,
    files: Object.entries(draft.files).flatMap(([name, files]) => files.map((file) => [name, file] as const)),
  };
}

/** An example as the text of a body. */
export function bodyText(mediaType: string, value: Json): string {
  if (/urlencoded/i.test(mediaType)) {
    return new URLSearchParams(
      membersOf(value).map(([name, one]): [string, string] => [name, fieldText(one)]),
    ).toString();
  }
  return typeof value === 'string' && !/json/i.test(mediaType) ? value : prettyJson(writeJson(value));
}
