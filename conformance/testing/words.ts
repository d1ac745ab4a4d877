import type { Operation, Resource } from '../../openapi/contract';

/** The words of an operation: of its replies those by status. */
interface Words {
  readonly id?: string;
  readonly method?: string;
  readonly path?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly around?: readonly string[];
  readonly replies?: Readonly<Record<number, string>>;
  /** The schema of its body. */
  readonly body?: object;
}

/** An operation that has words and little else; what reads words asks for no more. */
export const operationOf = ({ replies = {}, body, ...words }: Words): Operation =>
  ({
    ...{ id: 'x', path: '/', summary: '', description: '', parameters: [], ...words },
    replies: Object.entries(replies).map(([status, description]) => ({
      ...{ status: Number(status), description, content: [], headers: [], links: [], pointer: '' },
    })),
    ...(body && { body: { content: [{ type: 'application/json', schema: body, examples: [] }] } }),
  }) as unknown as Operation;

/** A resource whose records have these properties. */
export const resourceOf = (name: string, properties: object, operations: Partial<Resource['operations']> = {}) =>
  ({ name, schema: { type: 'object', properties }, taken: {}, operations }) as unknown as Resource;
