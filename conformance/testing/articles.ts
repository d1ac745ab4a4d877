import type { IncomingMessage } from 'node:http';
import { listen, type Running } from '../../tools/selftest/server/server';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const wrapped = (name: string) => ({ type: 'object', required: ['article'], properties: { article: ref(name) } });
const said = (schema: object) => ({ description: 'Done.', ...json(schema) });
const refused = { 403: { description: 'Not for you.', ...json(ref('Errors')) } };
const slug = { name: 'slug', in: 'path', required: true, schema: { type: 'string' } };

/**
 * A contract of habits that the shipped one has not: records stand in wrappers, clients choose their ids, lists have cursors, a PUT
 * creates, editions have other names than their numbers, and 403 is all that is said of refusals.
 */
export const ARTICLES_DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Articles', version: '1' },
  security: [{ key: [] }],
  paths: {
    '/articles': {
      get: {
        operationId: 'listArticles',
        parameters: [
          { name: 'cursor', in: 'query', schema: { type: 'string' } },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
        ],
        responses: {
          200: said({
            type: 'object',
            required: ['articles'],
            properties: {
              articles: { type: 'array', items: ref('Article') },
              next: { type: 'string', nullable: true },
              total: { type: 'integer' },
            },
          }),
          ...refused,
        },
      },
      post: {
        operationId: 'createArticle',
        requestBody: { required: true, ...json(wrapped('NewArticle')) },
        responses: { 201: said(wrapped('Article')), ...refused },
      },
    },
    '/editions': {
      get: {
        operationId: 'listEditions',
        responses: { 200: said({ type: 'array', items: ref('Edition') }), ...refused },
      },
    },
    '/editions/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'getEdition', responses: { 200: said(ref('Edition')), ...refused } },
    },
    '/articles/{slug}': {
      parameters: [slug],
      get: { operationId: 'getArticle', responses: { 200: said(wrapped('Article')), ...refused } },
      put: {
        operationId: 'putArticle',
        requestBody: { required: true, ...json(wrapped('NewArticle')) },
        responses: { 200: said(wrapped('Article')), 201: said(wrapped('Article')), ...refused },
      },
      patch: {
        operationId: 'patchArticle',
        requestBody: { required: true, ...json(wrapped('ArticleChanges')) },
        responses: { 200: said(wrapped('Article')), ...refused },
      },
      delete: { operationId: 'deleteArticle', responses: { 204: { description: 'Gone.' }, ...refused } },
    },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    schemas: {
      Errors: { type: 'object', properties: { errors: { type: 'array', items: { type: 'string' } } } },
      Edition: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
      NewArticle: {
        type: 'object',
        required: ['slug', 'title'],
        properties: { slug: { type: 'string', minLength: 1 }, title: { type: 'string' }, words: { type: 'integer' } },
      },
      ArticleChanges: {
        type: 'object',
        minProperties: 1,
        properties: { title: { type: 'string' }, words: { type: 'integer' } },
      },
      Article: {
        type: 'object',
        required: ['slug', 'title', 'createdAt'],
        properties: {
          slug: { type: 'string' },
          title: { type: 'string' },
          words: { type: 'integer' },
          createdAt: { type: 'string', format: 'date-time', readOnly: true },
        },
      },
    },
  },
} as const;

type Article = Readonly<Record<string, unknown>>;

/** Where a server may differ from one that keeps the contract. */
export interface Habits {
  /** Undocumented statuses, but for 403. */
  readonly unlisted: Readonly<Record<'invalid' | 'taken' | 'missing' | 'keyless' | 'page', number>>;
  /** Whether an article is taken that the schema allows. */
  readonly takes: (article: Article) => boolean;
  /** What is kept of what was sent. */
  readonly keeps: (article: Article) => Article;
  readonly findsBySlug: boolean;
  /** Whether an article is listed. */
  readonly lists: (article: Article) => boolean;
  readonly createsByPut: boolean;
  /** The most articles of a page, whatever is asked for, and what says that there are more. */
  readonly page: { readonly most: number; readonly says: 'next' | 'total' | 'nothing' };
  /** What becomes of an article by a change. */
  readonly changes: (before: Article, sent: Article, by: 'PUT' | 'PATCH') => Changed;
  readonly deletes: boolean;
}

interface Changed {
  readonly kept: Article;
  readonly shown: Article;
}

/** A change after which what is kept is shown. */
export const showing = (kept: Article): Changed => ({ kept, shown: kept });

const LAWFUL: Habits = {
  unlisted: { invalid: 422, taken: 409, missing: 404, keyless: 403, page: 400 },
  takes: () => true,
  keeps: (article) => article,
  findsBySlug: true,
  lists: () => true,
  createsByPut: true,
  page: { most: 5, says: 'next' },
  changes: (before, sent, by) =>
    showing(by === 'PATCH' ? { ...before, ...sent } : { ...sent, slug: before.slug, createdAt: before.createdAt }),
  deletes: true,
};

export const ARTICLES_KEY = 'a-key';

interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

/** Starts a server of the contract with these habits. */
export async function startArticles(more: Partial<Habits>): Promise<Running> {
  const habits = { ...LAWFUL, ...more };
  const articles = new Map<string, Article>([
    ['first', { slug: 'first', title: 'First', createdAt: '2026-01-01T00:00:00Z' }],
  ]);
  return listen('', async (request, response) => {
    const { status, body } = serve(request, await textOf(request), articles, habits);
    const text = body === undefined ? undefined : JSON.stringify(body);
    response.writeHead(status, text === undefined ? {} : { 'Content-Type': 'application/json' }).end(text);
  });
}

/** The body of a request. */
export async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function serve(request: IncomingMessage, text: string, articles: Map<string, Article>, habits: Habits): Reply {
  const { unlisted, createsByPut, changes, deletes } = habits;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://articles');
  const no = (status: number): Reply => ({ status, body: { errors: [`It is ${status}.`] } });
  if (request.headers['x-key'] !== ARTICLES_KEY) return no(unlisted.keyless);
  // Whatever is not the number of an edition names the latest.
  if (/^\/editions\/./.test(pathname))
    return { status: 200, body: { id: Number(/\/([12])$/.exec(pathname)?.[1] ?? 2) } };
  if (pathname === '/editions') return { status: 200, body: [{ id: 1 }, { id: 2 }] };
  const named = /^\/articles\/([^/]+)$/.exec(pathname)?.[1];
  if (named === undefined && pathname !== '/articles') return no(404);
  const id = decoded(named ?? '');
  const known = habits.findsBySlug || id === 'first' ? articles.get(id) : undefined;
  const method = `${request.method} ${named === undefined ? 'all' : 'one'}`;
  const sent = articleIn(text, habits);
  const keep = (status: number, slug: string, article: Article): Reply => {
    const kept = { ...habits.keeps(article), slug, createdAt: '2026-01-02T00:00:00Z' };
    articles.set(slug, kept);
    return { status, body: { article: kept } };
  };
  const change = (before: Article, by: 'PUT' | 'PATCH', article: Article): Reply => {
    const { kept, shown } = changes(before, article, by);
    articles.delete(id);
    articles.set(String(kept.slug), kept);
    return { status: 200, body: { article: shown } };
  };
  switch (method) {
    case 'GET all': {
      const { most, says } = habits.page;
      const [from, limit] = [fromOf(searchParams.get('cursor')), Number(searchParams.get('limit') ?? 20)];
      if (!Number.isInteger(limit) || limit < 1 || limit > 100) return no(unlisted.invalid);
      if (from === undefined) return no(unlisted.page);
      const all = [...articles.values()].filter(habits.lists);
      const end = from + Math.min(limit, most);
      const next = end < all.length ? `after ${end}` : null;
      const paging = says === 'nothing' ? {} : says === 'total' ? { total: all.length } : { next };
      return { status: 200, body: { articles: all.slice(from, end), ...paging } };
    }
    case 'POST all':
      if (sent === undefined) return no(unlisted.invalid);
      if (articles.has(String(sent.slug))) return no(unlisted.taken);
      return keep(201, String(sent.slug), sent);
    case 'GET one':
      return known === undefined ? no(unlisted.missing) : { status: 200, body: { article: known } };
    case 'PUT one':
      if (sent === undefined) return no(unlisted.invalid);
      if (known === undefined && !createsByPut) return no(unlisted.missing);
      return known === undefined ? keep(201, id, sent) : change(known, 'PUT', habits.keeps(sent));
    case 'PATCH one': {
      const part = partIn(text);
      if (part === undefined) return no(unlisted.invalid);
      return known === undefined ? no(unlisted.missing) : change(known, 'PATCH', part);
    }
    case 'DELETE one':
      return (deletes ? articles.delete(id) : articles.has(id)) ? { status: 204 } : no(unlisted.missing);
    default:
      return no(405);
  }
}

/** Where the page of a token begins; undefined where it is none that a reply has shown. */
function fromOf(token: string | null): number | undefined {
  if (token === null) return 0;
  const from = /^after (\d+)$/.exec(token)?.[1];
  return from === undefined ? undefined : Number(from);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The article of a body that fits its schema; undefined where it does not. */
function articleIn(text: string, { takes }: Habits): Article | undefined {
  try {
    const { slug, title, words } = JSON.parse(text).article;
    const isWhole = words === undefined || Number.isSafeInteger(words);
    if (typeof slug !== 'string' || slug === '' || typeof title !== 'string' || !isWhole) return undefined;
    const article = { slug, title, ...(words === undefined ? {} : { words }) };
    return takes(article) ? article : undefined;
  } catch {
    return undefined;
  }
}

/** What a patch changes; undefined where it breaks its schema. */
function partIn(text: string): Article | undefined {
  try {
    const { title, words } = JSON.parse(text).article;
    const isRight = title === undefined || typeof title === 'string';
    const part = { ...(title === undefined ? {} : { title }), ...(words === undefined ? {} : { words }) };
    const isWhole = words === undefined || Number.isSafeInteger(words);
    return isRight && isWhole && Object.keys(part).length > 0 ? part : undefined;
  } catch {
    return undefined;
  }
}
