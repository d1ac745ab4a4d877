import { type Operation, readReference } from '../../../docs/page/model/document';
import { exampleText } from '../../../docs/page/model/request';
import { pathPart } from '../../../docs/page/model/serialise';
import type { Field } from '../model/faults';
import { type JsonObject, membersOf, writeJson } from '../model/json';

/** What the fields for "which requests" show while they are empty: what requests of this contract have there. */
export type Samples = Partial<Readonly<Record<Field, string>>>;

/** Reads the whole document, which takes a while for a large one. */
export const operationsIn = (document: JsonObject): readonly Operation[] =>
  readReference(document).groups.flatMap(({ operations }) => operations);

/** @param operationId of the requests; an empty one for any */
export function samplesOf(document: JsonObject, operations: readonly Operation[], operationId: string): Samples {
  const asked = operations.filter((one) => operationId === '' || one.operationId === operationId);
  const first = (read: (operation: Operation) => string | undefined) =>
    asked.map(read).find((sample) => sample !== undefined) ?? '';
  const parameter = (place: string, mark: string) =>
    first(({ parameters }) => {
      const found = parameters.find((one) => one.in === place);
      return found && `${found.name}${mark}${exampleText(document, found)}`;
    });
  return {
    path: first((one) => (one.path.includes('{') ? pathSample(document, one) : undefined)) || (asked[0]?.path ?? ''),
    query: parameter('query', '='),
    sentHeaders: parameter('header', ': ') || first(({ replies }) => acceptSample(replies)),
    sentBody: first(({ body }) => bodySample(body)),
  };
}

/** `/things/7 or /things/*` */
function pathSample(document: JsonObject, { path, parameters }: Operation): string {
  const filled = parameters
    .filter((one) => one.in === 'path')
    .reduce(
      (known, one) => known.replaceAll(`{${one.name}}`, () => pathPart(document, one, exampleText(document, one))),
      path,
    );
  return `${filled} or ${path.replaceAll(/\{[^{}]*\}/g, '*')}`;
}

function acceptSample(replies: Operation['replies']): string | undefined {
  const [media] = replies.flatMap(({ content }) => content);
  return media && `Accept: ${media.type}`;
}

/** The first member of the body's first example in JSON. */
function bodySample(body: Operation['body']): string | undefined {
  const media = body?.content.find(({ type }) => /[/+]json\b/i.test(type));
  const [member] = membersOf(media?.examples[0]?.value);
  return member && writeJson(Object.fromEntries([member]));
}
