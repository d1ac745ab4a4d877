import {
  type Contract,
  documents,
  essence,
  isJson,
  isRange,
  isRaw,
  jsonMediaType,
  leastFile,
  type MediaType,
  type Operation,
  type Property,
  type Purpose,
  propertiesOf,
  type Resource,
  roleOf,
  type Schema,
  type Steps,
  successOf,
  surePurposesOf,
} from '../../openapi/contract';

/** What a check is about: an operation, and its part in a resource where it has one. */
export interface Subject {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly purpose: Purpose | undefined;
}

/** So many operations are many: a budget mostly ends long before all that could be tried of all of them was. */
export const MANY = 20;

export const hasMany = ({ operations }: Contract): boolean => operations.length >= MANY;

/**
 * Each operation of a contract with its part, in the document's order. A part that only habits of the trade tell is none here:
 * a guess is never judged by.
 */
export function subjectsOf(contract: Contract): readonly Subject[] {
  const purposes = surePurposesOf(contract);
  return contract.operations.map((operation) => ({ contract, operation, purpose: purposes.get(operation) }));
}

/** Whether an operation succeeds with a stream of events: that ends when the client goes, so there is no whole reply. */
export function isStream(operation: Operation): boolean {
  const content = successOf(operation)?.reply.content ?? [];
  return content.length > 0 && content.every(({ type }) => essence(type) === 'text/event-stream');
}

/** A media type of a body, and its schema. */
export type BodyMedia = MediaType & { readonly schema: Schema };

/** The JSON body that an operation takes; a range that JSON falls under is taken for it, but for texts and bytes. */
export const bodyOf = ({ body }: Operation): BodyMedia | undefined => {
  const media = jsonMediaType(body?.content ?? []);
  return media?.schema === undefined || isRaw(media) ? undefined : { ...media, schema: media.schema };
};

/** The JSON body of an operation that takes nothing else in its place: any other body it may refuse, or read in its own way. */
export const strictBodyOf = (operation: Operation): BodyMedia | undefined => {
  const media = bodyOf(operation);
  return media === undefined || isRange(media) ? undefined : media;
};

/**
 * The media type by which an operation that takes no JSON is sent what it takes: a form, else a text, else one with an example, else
 * one of which a file can be made, else the first.
 */
export function otherBodyOf(operation: Operation): BodyMedia | undefined {
  const content = operation.body?.content ?? [];
  if (content.length === 0 || bodyOf(operation) !== undefined) return undefined;
  const ofType = (wanted: string) => content.find(({ type }) => essence(type).startsWith(wanted));
  const media =
    ofType(URLENCODED) ??
    ofType(MULTIPART) ??
    ofType('text/') ??
    content.find(({ examples }) => examples.length > 0) ??
    content.find(({ type }) => leastFile(type) !== undefined) ??
    content[0];
  return media && { ...media, schema: media.schema ?? (isJson(media.type) ? AN_OBJECT : A_TEXT) };
}

export const URLENCODED = 'application/x-www-form-urlencoded';
export const MULTIPART = 'multipart/form-data';
const A_TEXT: Schema = { type: 'string' };
const AN_OBJECT: Schema = { type: 'object' };

/** The body of an operation whose value has members: JSON, else a form. */
export function memberedBodyOf(operation: Operation): BodyMedia | undefined {
  const json = bodyOf(operation);
  const other = json === undefined ? otherBodyOf(operation) : undefined;
  return json ?? (other !== undefined && isForm(other) ? other : undefined);
}

/** The members of that, by their names. */
export const bodyMembers = (operation: Operation): ReadonlyMap<string, Property> =>
  propertiesOf(memberedBodyOf(operation)?.schema ?? {});

export const isForm = ({ type }: MediaType): boolean => [URLENCODED, MULTIPART].includes(essence(type));

/** RFC 7396 §4. */
export const MERGE_PATCH = 'application/merge-patch+json';

/** Whether the suite sends an operation merge patches. */
export const isMergePatch = (operation: Operation): boolean => essence(bodyOf(operation)?.type ?? '') === MERGE_PATCH;

/** The statuses by which an operation documents that it refuses a body. Which of two stands for what, no contract says. */
export const refusalStatuses = (operation: Operation): readonly number[] =>
  [400, 422].filter((status) => documents(operation, status));

/** What of a subject says where its body has the record. */
export type Taking = Pick<Subject, 'operation' | 'purpose'>;

/** Where the record stands in the body that an operation takes; no steps where it is the body itself. */
export function takenSteps({ operation, purpose }: Taking): Steps {
  const resource: Resource | undefined = purpose?.resource;
  const role = resource && roleOf(resource, operation);
  return (role === undefined ? undefined : resource?.taken[role]) ?? [];
}
