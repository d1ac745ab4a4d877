import type { Operation, Parameter } from '../../../openapi/contract';
import { brokenTexts } from '../../arbitraries/broken';
import { requiredQuery } from '../../requests/given';
import { toRequest } from '../../requests/request';
import type { CaseContext } from '../../steps/check';
import { fetchPath } from '../../steps/paths';
import { nearestTo } from '../../unspecified/queries';

/** Methods that ask for nothing where they have no body; what deletes is none, since a server may have more than its document. */
const METHODS = ['PATCH', 'PUT', 'POST'] as const;

/** A request that is served, then the same path by a method that it does not have. */
export async function sendWrongMethod(context: CaseContext): Promise<undefined> {
  const { operation, contract } = context.subject;
  const taken = contract.operations.filter(({ path }) => path === operation.path).map((one) => one.method);
  const method = METHODS.find((one) => !taken.includes(one));
  if (method === undefined) return;
  const path = await fetchPath(context, context.subject);
  const request = toRequest(operation, { path, query: requiredQuery(context.subject, context.options.given) });
  await context.send(request);
  await context.send({ ...toRequest(operation, { path }), method });
}

/** A list, and the same with a parameter that nobody knows. */
export async function sendUnknownQuery(context: CaseContext): Promise<undefined> {
  const query = requiredQuery(context.subject, context.options.given);
  const path = await fetchPath(context, context.subject);
  for (const more of [{}, { unnamed: 'x' }])
    await context.send(withPairs(context.subject.operation, path, { ...query, ...more }));
}

/** So many parameters are tried. */
const MOST = 2;

/** A parameter that breaks its schema, then the list without it, and the one for the nearest value. */
export async function sendBrokenQuery(context: CaseContext): Promise<undefined> {
  const { operation } = context.subject;
  const query = requiredQuery(context.subject, context.options.given);
  const path = await fetchPath(context, context.subject);
  const broken = operation.parameters.flatMap((parameter) => {
    const tried = parameter.in === 'query' && !parameter.required ? brokenFor(parameter) : undefined;
    return tried === undefined ? [] : [{ name: parameter.name, ...tried }];
  });
  for (const { name, text, nearest } of broken.slice(0, MOST)) {
    const each = [{ ...query, [name]: text }, query, ...(nearest === undefined ? [] : [{ ...query, [name]: nearest }])];
    for (const one of each) await context.send(withPairs(operation, path, one));
  }
}

/** A text that breaks a parameter's schema, best one that has a nearest value. */
function brokenFor(parameter: Parameter): { readonly text: string; readonly nearest: string | undefined } | undefined {
  const texts = brokenTexts(parameter).filter((text) => /^[\w.-]{1,40}$/.test(text));
  const [text = texts[0]] = texts.filter((one) => nearestTo(parameter, one) !== undefined);
  return text === undefined ? undefined : { text, nearest: nearestTo(parameter, text) };
}

const withPairs = (
  operation: Operation,
  path: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
) => toRequest(operation, { path, query });

/** What breaks the schema of the path's parameter, as a text of letters and as others. */
export async function sendBrokenPath(context: CaseContext): Promise<undefined> {
  const { operation } = context.subject;
  const [parameter] = operation.parameters.filter((one) => one.in === 'path');
  const texts = parameter === undefined ? [] : brokenTexts(parameter).filter((text) => /^[\w.-]{1,40}$/.test(text));
  for (const text of texts.slice(0, MOST))
    await context.send(toRequest(operation, { rawPath: { [parameter?.name ?? '']: text } }));
}
