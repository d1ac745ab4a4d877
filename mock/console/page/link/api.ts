import type {
  AllowanceChange,
  AllowanceState,
  ChoicesChange,
  ChoicesState,
  ClockChange,
  ClockState,
  Fault,
  FoundRecords,
  Health,
  OpenedSession,
  RecordedRequest,
  SessionOptions,
  ShownSession,
} from '../../../../openapi/types/control';
import { itemsOf, type Json, type JsonObject, memberOf, objectOf, readJson, unquoted } from '../model/json';

/** A refusal by the mock. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** What is said where there was no answer. */
export const UNANSWERED = 'The mock did not answer. Nothing is known to have changed.';

/** Why a call failed, in words. */
export const reasonOf = (error: unknown): string => (error instanceof ApiError ? error.message : UNANSWERED);

/** The numbers in records are read exactly: see `json.ts`. */
export interface Records extends Omit<FoundRecords, 'records' | 'ids' | 'example'> {
  readonly records: readonly JsonObject[];
  /** Those of the records, in the same order, as they are written in a path. */
  readonly ids: readonly string[];
  /** A made-up record, without an id. */
  readonly example: JsonObject;
}

interface RecordsQuestion {
  readonly collection: string | undefined;
  readonly contains: string;
  readonly limit: number;
}

/** The control API of one world. Calls throw an `ApiError` if they are refused, a `TypeError` if the mock does not answer. */
export type Api = ReturnType<typeof createApi>;

interface ApiOptions {
  /** The address of the control API, with a slash at the end. */
  readonly base: string;
  readonly fetch: typeof fetch;
  /** A session's id; none: the default world. */
  readonly session: string | undefined;
  readonly token: string | undefined;
}

export function createApi({ base, fetch, session, token }: ApiOptions) {
  const world = session === undefined ? base : `${base}sessions/${encodeURIComponent(session)}/`;

  async function ask(url: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(url, {
      ...init,
      credentials: 'omit',
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(typeof init.body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...init.headers,
      },
    });
    if (!response.ok) throw new ApiError(response.status, await messageOf(response));
    return response;
  }
  // The cast is true: tests hold the replies to the control API's contract.
  const readAt = async <T>(url: string, init?: RequestInit): Promise<T> => (await ask(url, init)).json() as Promise<T>;
  const read = <T>(path: string, init?: RequestInit): Promise<T> => readAt(world + path, init);
  const readText = async (path: string): Promise<string> => (await ask(world + path)).text();
  /** @param body a value, or JSON text, whose large numbers keep their digits */
  const send = async (method: string, path: string, body?: string | object): Promise<string> => {
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    const response = await ask(world + path, { method, ...(text === undefined ? {} : { body: text }) });
    return response.text();
  };
  const recordPath = (...names: readonly string[]): string => ['records', ...names.map(encodeURIComponent)].join('/');

  return {
    session,
    health: () => readAt<Health>(`${base}health`),
    sessions: () => readAt<readonly ShownSession[]>(`${base}sessions`),
    openSession: (options: SessionOptions) =>
      readAt<OpenedSession>(`${base}sessions`, { method: 'POST', body: JSON.stringify(options) }),
    /** Ends the session that this is about. */
    endSession: () => ask(world.slice(0, -1), { method: 'DELETE' }),
    /** The contract of the mocked API, unchecked. */
    contract: async (): Promise<Json> => readJson(await (await ask(`${base}../openapi.json`)).text()),

    clock: () => read<ClockState>('clock'),
    changeClock: (change: ClockChange) => send('PUT', 'clock', change),

    choices: () => read<ChoicesState>('choices'),
    changeChoices: (change: ChoicesChange) => send('PUT', 'choices', change),

    allowances: () => read<readonly AllowanceState[]>('allowances'),
    changeAllowance: (name: string, change: AllowanceChange) =>
      send('PUT', `allowances/${encodeURIComponent(name)}`, change),

    faults: () => read<readonly Fault[]>('faults'),
    /** Takes a rule as JSON text. */
    addFault: (rule: string) => send('POST', 'faults', rule),
    removeFault: (id: string) => send('DELETE', `faults/${encodeURIComponent(id)}`),
    clearFaults: () => send('DELETE', 'faults'),

    /** Newest first; `before` a request of this id. */
    requests: (limit: number, { before, signal }: Readonly<{ before?: number; signal?: AbortSignal }> = {}) =>
      read<readonly RecordedRequest[]>(
        `requests?limit=${limit}${before === undefined ? '' : `&before=${before}`}`,
        signal === undefined ? {} : { signal },
      ),
    clearRequests: () => send('DELETE', 'requests'),
    /** Server-sent events, beginning with those after this id. */
    stream: (lastEventId: number, signal: AbortSignal) =>
      ask(`${world}requests/stream`, { signal, headers: { 'last-event-id': String(lastEventId) } }),

    async records({ collection, contains, limit }: RecordsQuestion): Promise<Records> {
      const query = new URLSearchParams({
        limit: String(limit),
        ...(collection === undefined ? {} : { collection }),
        ...(contains === '' ? {} : { contains }),
      });
      const text = await readText(`records?${query}`);
      const head: FoundRecords = JSON.parse(text);
      const exact = readJson(text);
      return {
        ...head,
        records: itemsOf(memberOf(exact, 'records')).map(objectOf),
        ids: itemsOf(memberOf(exact, 'ids')).map(unquoted),
        example: objectOf(memberOf(exact, 'example')),
      };
    },
    /** Records and states are JSON texts, so that large numbers keep their digits. */
    addRecord: (collection: string, record: string) => send('POST', recordPath(collection), record),
    replaceRecord: (collection: string, id: string, record: string) => send('PUT', recordPath(collection, id), record),
    deleteRecord: (collection: string, id: string) => send('DELETE', recordPath(collection, id)),

    reset: () => send('POST', 'reset'),
    state: () => readText('state'),
    putState: (state: string) => send('PUT', 'state', state),
  };
}

/** The message of the error envelope, else the status. */
async function messageOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { message }: { readonly message?: unknown } = JSON.parse(text);
    if (typeof message === 'string') return message;
  } catch {
    // No envelope: the reply comes from a proxy.
  }
  return `The reply was ${response.status} ${response.statusText}`.trim();
}
