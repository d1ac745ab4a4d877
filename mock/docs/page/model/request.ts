import {
  isObject,
  type Json,
  type JsonObject,
  membersOf,
  prettyJson,
  readJson,
  writeJson,
} from '../../../console/page/model/json';
import { type Body, type Credentials, type Operation, type Parameter, type Scheme, schemesFor } from './document';
import { exampleOf, kindOf, type MediaType } from './example';
import { fieldText, pathPart, plainText, queryPairs } from './serialise';

/** What the user has typed in to try an operation. */
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
  /** A credential that is no secret. */
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

/** What stands in the form at first: what has to be sent, with the document's examples. */
export function firstDraft(document: JsonObject, { parameters, body }: Operation): Draft {
  const texts = parameters
    .filter(({ required }) => required)
    .map((one) => [keyOf(one), exampleText(document, one)] as const);
  return { texts: Object.fromEntries(texts), ...(body === undefined ? NO_BODY : bodyDraft(body.content[0])) };
}

/** What is typed in of a parameter, by its own example or one made up. */
export const exampleText = (document: JsonObject, { example, schema }: Parameter): string =>
  fieldText(example ?? exampleOf(document, schema, true));

const NO_BODY: Omit<Draft, 'texts'> = { mediaType: undefined, body: '', file: undefined, files: {} };

/** The body of a draft, of a media type's first example. */
export function bodyDraft(media: MediaType | undefined, example: Json | undefined = media?.examples[0]?.value) {
  if (media === undefined) return NO_BODY;
  const typed = kindOf(media.type) === 'file' || example === undefined ? undefined : withoutFiles(media, example);
  const body = typed === undefined ? '' : bodyText(media.type, typed);
  return { mediaType: media.type, body, file: undefined, files: {} };
}

/** What is typed in of a form: files are chosen. */
function withoutFiles({ files }: MediaType, example: Json): Json {
  if (files.length === 0 || !isObject(example)) return example;
  return Object.fromEntries(membersOf(example).filter(([name]) => files.every((file) => file.name !== name)));
}

/** The media type of a body by its name. */
export const mediaOf = ({ content }: Body, type: string | undefined): MediaType | undefined =>
  content.find((media) => media.type === type);

/**
 * The fields of a form, of the JSON object that they are typed in as; none of any other text.
 *
 * @param files that go with them: the field of one is no text
 */
export function formFields(
  text: string,
  files: Outgoing['files'],
): readonly (readonly [name: string, value: string])[] {
  try {
    return membersOf(readJson(text))
      .filter(([name]) => files.every(([field]) => field !== name))
      .map(([name, value]) => [name, fieldText(value)]);
  } catch {
    return [];
  }
}
