import { allSchemes, type Contract, fits, isObject, memoized, type Operation, own } from '../../openapi/contract';
import type { Outcome } from '../http/reply';
import type { Worlds } from '../world/model';
import type { World } from '../world/stores/model';
import type { Task } from './model';
import { exampleOf, outcomeOf } from './success';

/** Whether clients get tokens by OAuth 2 from an operation: it is at a `tokenUrl` of the document. */
export const givesTokens = (contract: Contract, operation: Operation): boolean =>
  tokenOperations(contract).has(operation);

const tokenOperations = memoized((contract: Contract): ReadonlySet<Operation> => {
  const { operations, prefix } = contract;
  const urls = allSchemes(operations).flatMap((scheme) => (scheme.kind === 'bearer' ? (scheme.tokenUrls ?? []) : []));
  const paths = new Set(urls.map((url) => pathIn(url, prefix)));
  const isThere = (path: string): boolean => paths.has(withoutSlash(prefix + path)) || paths.has(withoutSlash(path));
  return new Set(operations.filter(({ method, path }) => method === 'POST' && isThere(path)));
});

/** Only the path counts: the mock stands for every server of the document. */
const pathIn = (url: string, prefix: string): string =>
  URL.canParse(url, `http://localhost${prefix}/`)
    ? withoutSlash(new URL(url, `http://localhost${prefix}/`).pathname)
    : url;

const withoutSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);

/** A reply of RFC 6749 §5.1 with a key that the client has sent, else of a demo key: no client gets a key that it does not have. */
export async function answerWithToken(task: Task, worlds: Worlds, { keys }: World): Promise<Outcome> {
  const { body } = task.input;
  const sent = NAMES.map((name) => (isObject(body) ? own(body, name) : undefined)).filter(isFilled);
  const token = (await validOf(sent, task, worlds)) ?? demoKeyOf(sent, keys);
  return outcomeOf(task, (media) => {
    const example = exampleOf(media, task.source);
    if (token === undefined || !isObject(example)) return example;
    const asked = { ...example, access_token: token };
    const replies = ['bearer', 'Bearer'].map((type) => ({ ...asked, token_type: type }));
    return [...replies, asked].find((one) => fits(media.schema ?? {}, 'response', one)) ?? example;
  });
}

/** What a client says who it is with (RFC 6749 §2.3.1 and §4.3.2). */
const NAMES = ['username', 'client_id', 'password', 'client_secret'];

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** A key counts as a token only where it does in every scheme. */
async function validOf(sent: readonly string[], { call }: Task, worlds: Worlds): Promise<string | undefined> {
  for (const value of sent) {
    const holder = await worlds.holderOf(value, call.request.connection);
    if (holder?.key.revoked === false && holder.schemes === undefined) return value;
  }
  return undefined;
}

function demoKeyOf(sent: readonly string[], keys: World['keys']): string | undefined {
  const demo = keys.filter(({ revoked, demoValue }) => !revoked && demoValue !== undefined);
  return (demo.find(({ name }) => sent.includes(name)) ?? demo[0])?.demoValue;
}
