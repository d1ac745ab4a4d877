import type { IncomingHttpHeaders } from 'node:http';
import type { Asked, Reply } from '../server/behaviour';
import type { Fault } from '../server/cases';
import { on } from '../server/on';
import { Refused } from '../server/refused';
import { clause } from './clauses';

/** What a server looks at before it looks at the key. It throws `Refused` for what it finds wrong. */
type Look = (asked: Asked) => void;

const looksFirst = (
  name: string,
  look: Look,
  which: (headers: IncomingHttpHeaders) => boolean = () => true,
): Fault => ({
  name: `${name} before the key`,
  breaks: clause.key,
  caughtBy: ['credentials.first'],
  behaviour: {
    rewrite: on({ status: 401 }, (reply, asked) => (which(asked.headers) ? lookedAt(reply, asked, look) : reply)),
  },
});

function lookedAt(reply: Reply, asked: Asked, look: Look): Partial<Reply> {
  try {
    look(asked);
    return reply;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { problem } = error;
    return { status: problem.status, body: asked.world.behaviour.errorBody(problem, asked) };
  }
}

const ofCreate =
  (look: Look): Look =>
  (asked) => {
    if (asked.operation === 'create') look(asked);
  };

const json: Look = (asked) => {
  asked.world.behaviour.parseBody(asked);
};
const fields: Look = (asked) => {
  const { behaviour } = asked.world;
  const body = behaviour.readObject(behaviour.parseBody(asked));
  behaviour.readName(body.name);
  behaviour.readCategory(body.categoryId);
  behaviour.readStatus(body.status);
};
const record: Look = ({ operation, id, world }) => {
  if (operation !== 'read') return;
  if (world.behaviour.find(world.behaviour.readId(id), world) === undefined) {
    throw new Refused(404, 'not_found', 'There is no animal with this id.');
  }
};
const id: Look = ({ operation, id: text }) => {
  if (operation === 'read' && !/^\d+$/.test(text)) throw new Refused(400, 'invalid', 'The id is no number.');
};
const query: Look = ({ operation, query: given, world: { behaviour } }) => {
  if (operation !== 'list') return;
  behaviour.readLimit(given.getAll('limit'));
  behaviour.readFilter(given.getAll('status'));
};
const mediaType: Look = ({ headers }) => {
  if (!/^application\/json/.test(headers['content-type'] ?? '')) {
    throw new Refused(415, 'media_type', 'The body must be JSON.');
  }
};
const presence: Look = ({ body }) => {
  if (body.length === 0) throw new Refused(400, 'invalid', 'There is no body.');
};

const hasKey = ({ authorization }: IncomingHttpHeaders): boolean => authorization !== undefined;

/** Servers that tell what else is wrong with a request before they ask who it is from. */
export const order: readonly Fault[] = [
  looksFirst('JSON is parsed', ofCreate(json)),
  looksFirst('fields are judged', ofCreate(fields)),
  looksFirst('the record is looked for', record),
  looksFirst('the id is judged', id),
  looksFirst('the query is judged', query),
  {
    name: 'a page size out of its bounds needs no key',
    breaks: clause.key,
    caughtBy: ['credentials.first'],
    behaviour: {
      rewrite: on({ operation: 'list', status: 401 }, (reply, { query }) =>
        query.get('limit') === '0' ? { ...reply, status: 200, body: [] } : reply,
      ),
    },
  },
  looksFirst('the media type is judged', ofCreate(mediaType)),
  looksFirst('a body is asked for', ofCreate(presence)),
  {
    name: 'what an unknown key creates is refused, and kept',
    breaks: clause.key,
    caughtBy: ['refused.no-trace'],
    behaviour: {
      rewrite: on({ operation: 'create', status: 401 }, (reply, asked) => {
        if (!hasKey(asked.headers)) return reply;
        const { behaviour } = asked.world;
        const { name, categoryId } = behaviour.readObject(behaviour.parseBody(asked));
        const sent = { name: behaviour.readName(name), categoryId: behaviour.readCategory(categoryId) };
        behaviour.store({ id: behaviour.assignId(asked.world, sent), ...sent }, asked.world);
        return reply;
      }),
    },
  },
  looksFirst('where there is a header, JSON is parsed', ofCreate(json), hasKey),
  looksFirst('where there is a header, fields are judged', ofCreate(fields), hasKey),
  looksFirst('where there is a header, the record is looked for', record, hasKey),
  looksFirst('where there is a header, the query is judged', query, hasKey),
];
