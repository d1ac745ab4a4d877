import type { Credential } from './curl';

/** What this page reads from the contract that the mock serves. */
export interface ContractSummary {
  readonly operationIds: readonly string[];
  readonly credential: Credential;
}

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace'];

export const UNKNOWN_CONTRACT: ContractSummary = {
  operationIds: [],
  credential: { header: 'Authorization', prefix: 'Bearer ' },
};

/** @param document an OpenAPI document; what is missing or odd in it is passed over */
export function summarise(document: unknown): ContractSummary {
  const operationIds = Object.values(objectAt(document, 'paths')).flatMap((item) =>
    METHODS.flatMap((method) => {
      const { operationId } = objectAt(item, method);
      return typeof operationId === 'string' ? [operationId] : [];
    }),
  );
  const schemes = Object.values(objectAt(objectAt(document, 'components'), 'securitySchemes'));
  const inHeader = schemes.flatMap((scheme) => {
    const { type, name, in: place } = objectAt({ scheme }, 'scheme');
    return type === 'apiKey' && place === 'header' && typeof name === 'string' ? [{ header: name, prefix: '' }] : [];
  });
  const isBearer = schemes.some((scheme) => objectAt({ scheme }, 'scheme').type === 'http');
  const credential = isBearer ? undefined : inHeader[0];
  return { operationIds, credential: credential ?? UNKNOWN_CONTRACT.credential };
}

function objectAt(holder: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof holder !== 'object' || holder === null) return {};
  const member: unknown = Reflect.get(holder, name);
  // An object's members can be asked for by any name; what comes back is unknown.
  return typeof member === 'object' && member !== null ? (member as Readonly<Record<string, unknown>>) : {};
}
