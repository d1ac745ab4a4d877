import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import Ajv2020, { type ErrorObject } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { load } from 'js-yaml';
import { memoizedByText } from '../../../openapi/contract';
import { listen, type Running } from '../server/server';

/** A request of an operation, which keeps the schemas of its document. */
export interface Asked {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly headers: IncomingHttpHeaders;
  /** JSON as it was parsed, the fields of a form, bytes, or the text of whatever else. */
  readonly body: unknown;
}

export interface Reply {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  /** JSON, but a text or bytes where the headers name their media type. */
  readonly body?: unknown;
}

/** The refusal of a request. Any other error is a 500. */
export class Refused extends Error {
  readonly status: number;
  /** The JSON pointer of what is wrong in the body. */
  readonly pointer: string | undefined;
  readonly headers: OutgoingHttpHeaders;
  /** The body that was refused. */
  readonly about: unknown;
  /** All that is wrong with it. */
  readonly faults: readonly Fault[];

  constructor(
    status: number,
    message: string,
    pointer?: string,
    headers: OutgoingHttpHeaders = {},
    about: unknown = undefined,
    faults: readonly Fault[] = [],
  ) {
    super(message);
    this.about = about;
    this.faults = faults;
    this.status = status;
    this.pointer = pointer;
    this.headers = headers;
  }
}

/** An application: its document says which requests are read, and a table what comes of each operation. */
export interface Application {
  readonly document: string;
  /** The flags by which the suite is given its credentials. */
  readonly flags: readonly string[];
  /** @throws Refused for a request that has no valid credential, or one that may not do this */
  readonly admit: (headers: IncomingHttpHeaders, method: string, address: string, query: string) => void;
  /** Whether a request may lack a parameter that has to be there. Only faulty applications spare it. */
  readonly spares?: (parameter: string) => boolean;
  /** Whether a value of a parameter is taken that breaks its schema. Only faulty applications spare it. */
  readonly takes?: (parameter: string, text: string) => boolean;
  /** How it words a refusal. */
  readonly problem: (refused: Refused) => Reply;
  /** What each operation does, by its id, in a world of its own. */
  readonly open: () => Readonly<Record<string, (asked: Asked) => Reply>>;
  /** Whether a body is taken although it breaks its schema so. Only faulty applications forgive. */
  readonly forgives?: (error: ErrorObject, operation: string) => boolean;
  /** As which media type a body is read that comes with another one. Only faulty applications read such. */
  readonly readsAs?: (type: string) => string;
  /** The last word on a reply. */
  readonly finish?: (
    reply: Reply,
    asked: Pick<Asked, 'headers'> & { readonly method: string; readonly target: string },
  ) => Reply;
}

/** Admits whoever sends a header with just this value. */
export const byHeader =
  (header: string, value: string): Application['admit'] =>
  (headers) => {
    if (headers[header] !== value) throw new Refused(401, 'A valid credential is needed.');
  };

type Node = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: { readonly type?: string };
}

interface Route {
  readonly method: string;
  readonly segments: readonly string[];
  readonly parameters: readonly (Parameter & { readonly faultsOf: FaultsOf })[];
  /** Media types that are taken, each with what is wrong with a body. Undefined where no body is. */
  readonly bodies: ReadonlyMap<string, FaultsOf> | undefined;
  readonly isBodyRequired: boolean;
  readonly id: string;
}

/** What is wrong with a body, and where. */
interface Fault {
  readonly pointer: string;
  readonly says: string;
}

/** What breaks a schema and is not forgiven. */
type FaultsOf = (value: unknown, forgives: Application['forgives']) => readonly Fault[];

/** Starts it on a port of its own. */
export function startApplication(application: Application): Promise<Running> {
  const { prefix, routes } = servedBy(application.document);
  const operations = application.open();
  return listen(prefix, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    let reply: Reply;
    try {
      const { route, asked } = await read(request, Buffer.concat(chunks), { application, routes, prefix });
      reply = (operations[route.id] as (asked: Asked) => Reply)(asked);
    } catch (error) {
      reply = error instanceof Refused ? application.problem(error) : { status: 500, body: String(error) };
    }
    const { method = 'GET', headers, url: target = '' } = request;
    send(response, application.finish?.(reply, { method, headers, target }) ?? reply);
  });
}

function send(response: ServerResponse, { status, headers = {}, body }: Reply): void {
  const type =
    Object.hasOwn(headers, 'Content-Type') || body === undefined ? {} : { 'Content-Type': 'application/json' };
  const isText = Object.hasOwn(headers, 'Content-Type') && (typeof body === 'string' || Buffer.isBuffer(body));
  const text = isText ? body : JSON.stringify(body);
  response.writeHead(status, { ...type, ...headers }).end(text);
}

/** @throws Refused by what the document says of requests */
async function read(
  request: IncomingMessage,
  bytes: Buffer,
  { application, routes, prefix }: { application: Application; routes: readonly Route[]; prefix: string },
): Promise<{ readonly route: Route; readonly asked: Asked }> {
  const { method = 'GET', url = '/', headers } = request;
  const [address = '', ...search] = url.split('?');
  const segments = address.startsWith(`${prefix}/`) ? address.slice(prefix.length + 1).split('/') : [];
  const there = routes.filter((route) => leadsTo(route, segments));
  const route = there.find((one) => one.method === method);
  if (there.length === 0) throw new Refused(404, 'There is nothing at this path.');
  application.admit(headers, method, address, search.join('?'));
  if (route === undefined) {
    const Allow = there.map((one) => one.method).join(', ');
    throw new Refused(405, 'The path has no such method.', undefined, { Allow });
  }
  const query = new URLSearchParams(search.join('?'));
  const path = Object.fromEntries(
    route.segments.flatMap((one, index) => (isNamed(one) ? [[one.slice(1, -1), decoded(segments[index] ?? '')]] : [])),
  );
  for (const parameter of route.parameters) {
    const { name } = parameter;
    const given =
      parameter.in === 'query'
        ? query.getAll(name)
        : valuesOf(parameter.in === 'path' ? path[name] : headers[name.toLowerCase()]);
    const isMissing = given.length === 0 && parameter.required === true && application.spares?.(name) !== true;
    if (given.length > 1 || isMissing)
      throw new Refused(400, `The ${parameter.in} parameter "${name}" must be given once.`);
    const value = given[0] === undefined ? undefined : asType(parameter.schema.type, given[0]);
    const [wrong] = value === undefined ? [] : parameter.faultsOf(value, application.forgives);
    // No record has an id that breaks its schema.
    if (wrong !== undefined && application.takes?.(name, given[0] ?? '') !== true)
      throw new Refused(parameter.in === 'path' ? 404 : 400, `The ${parameter.in} parameter "${name}" ${wrong.says}.`);
  }
  const body = await readBody(route, headers, bytes, application);
  return { route, asked: { path, query: Object.fromEntries(query), headers, body } };
}

async function readBody(
  route: Route,
  headers: IncomingHttpHeaders,
  bytes: Buffer,
  { readsAs = (type) => type, forgives }: Pick<Application, 'readsAs' | 'forgives'>,
): Promise<unknown> {
  const { bodies, isBodyRequired } = route;
  if (bodies === undefined || (bytes.length === 0 && !isBodyRequired)) return undefined;
  const type = headers['content-type'] ?? '';
  const essence = type.split(';')[0]?.trim().toLowerCase() ?? '';
  const faultsOf = bodies.get(essence) ?? bodies.get(readsAs(essence));
  if (faultsOf === undefined)
    throw new Refused(bytes.length === 0 ? 400 : 415, `The body must be ${[...bodies.keys()].join(' or ')}.`);
  let body: unknown;
  try {
    if (essence === 'multipart/form-data')
      return Object.fromEntries(await new Response(bytes, { headers: { 'Content-Type': type } }).formData());
    if (essence === 'application/octet-stream') return bytes;
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (essence.endsWith('json')) body = JSON.parse(text);
    else body = essence.endsWith('urlencoded') ? Object.fromEntries(new URLSearchParams(text)) : text;
  } catch {
    throw new Refused(400, `The body is no ${essence}.`);
  }
  // A text that stands for something else, such as XML, has a schema of what it stands for.
  const faults = essence.endsWith('xml') ? [] : faultsOf(body, forgives);
  const [fault] = faults;
  if (fault !== undefined) throw new Refused(422, fault.says, fault.pointer, {}, body, faults);
  return body;
}

const isNamed = (segment: string): boolean => segment.startsWith('{');

const leadsTo = (route: Route, segments: readonly string[]): boolean =>
  route.segments.length === segments.length &&
  route.segments.every((one, index) => (isNamed(one) ? segments[index] !== '' : one === segments[index]));

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refused(404, 'There is nothing at this path.');
  }
}

const valuesOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : [value].flat();

/** What a text stands for; itself where it stands for nothing of the type. */
function asType(type: string | undefined, text: string): unknown {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === 'array') return text.split(',');
  return type === 'boolean' && /^(?:true|false)$/.test(text) ? text === 'true' : text;
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

/** Read once for all servers of a document: to compile its schemas takes longer than to judge some of them. */
const servedBy = memoizedByText((path) => {
  // An OpenAPI document is an object.
  const document = load(readFileSync(path, 'utf8')) as Node;
  return { prefix: String((document.servers as readonly Node[])[0]?.url), routes: routesOf(document) };
});

/** The operations of a document, those first whose paths are the most literal. The schemas are ajv's own, not those of the suite. */
function routesOf(document: Node): readonly Route[] {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, allErrors: true, verbose: true });
  addFormats(ajv);
  ajv.addSchema(document, 'api');
  const at = (pointer: string): Node =>
    pointer
      .split('/')
      .slice(1)
      .reduce((node, name) => node[name.replaceAll('~1', '/').replaceAll('~0', '~')] as Node, document);
  const judge = (pointer: string, operation = ''): FaultsOf => {
    const validate = ajv.compile({ $ref: `api#${pointer.replaceAll('{', '%7B').replaceAll('}', '%7D')}` });
    return (value, forgives = () => false) => {
      if (validate(value)) return [];
      const errors = validate.errors?.filter((one) => !isOfServer(one) && !forgives(one, operation)) ?? [];
      return errors.map((one) => ({ pointer: pointerOf(one), says: one.message ?? 'is wrong' }));
    };
  };
  const parametersAt = (pointer: string): Route['parameters'] =>
    ((at(pointer) as unknown as readonly Node[] | undefined) ?? []).map((_, index) => {
      const own = `${pointer}/${index}`;
      const place = typeof at(own).$ref === 'string' ? String(at(own).$ref).slice(1) : own;
      // A parameter of OpenAPI, as it stands in the document.
      return { ...(at(place) as unknown as Parameter), faultsOf: judge(`${place}/schema`) };
    });
  const routes = Object.keys(document.paths as Node).flatMap((path) => {
    const item = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return METHODS.filter((method) => Object.hasOwn(at(item), method)).map((method): Route => {
      const operation = `${item}/${method}`;
      const body = at(operation).requestBody as Node | undefined;
      const types = Object.keys((body?.content as Node | undefined) ?? {});
      return {
        method: method.toUpperCase(),
        segments: path.slice(1).split('/'),
        parameters: [...parametersAt(`${item}/parameters`), ...parametersAt(`${operation}/parameters`)],
        bodies:
          body &&
          new Map(
            types.map((type) => [
              type,
              judge(
                `${operation}/requestBody/content/${type.replaceAll('/', '~1')}/schema`,
                String(at(operation).operationId),
              ),
            ]),
          ),
        isBodyRequired: body?.required === true,
        id: String(at(operation).operationId),
      };
    });
  });
  const namesIn = (route: Route): number => route.segments.filter(isNamed).length;
  return routes.toSorted((one, other) => namesIn(one) - namesIn(other));
}

/** Of what is missing, or should not be there, that of the member itself. */
const pointerOf = ({ instancePath, params }: ErrorObject): string => {
  const name: unknown = params.missingProperty ?? params.additionalProperty;
  return typeof name === 'string' ? `${instancePath}/${name}` : instancePath;
};

/** Whether a member is missing that the server sets: replies alone have to have it (OpenAPI 3.0.3 §4.7.24.2). */
const isOfServer = ({ keyword, params, parentSchema }: ErrorObject): boolean =>
  keyword === 'required' && parentSchema?.properties?.[params.missingProperty]?.readOnly === true;

/** The record of an id. @throws Refused where there is none */
export function found<T>(records: ReadonlyMap<string, T>, id: string | undefined): T {
  const record = records.get(id ?? '');
  if (record === undefined) throw new Refused(404, 'There is no such thing.');
  return record;
}
