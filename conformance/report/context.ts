import type { Contract } from '../../openapi/contract';
import type { RunVerdict } from '../outcome';
import type { Finding, RunRecord } from '../record';
import type { RunOptions } from '../run';

/** What a report is made from. */
export interface ReportContext {
  readonly contract: Contract;
  readonly options: RunOptions;
  readonly record: RunRecord;
  readonly verdict: RunVerdict;
  readonly tool: { readonly name: string; readonly version: string };
  /** Puts variables in the place of secrets. */
  readonly redact: (text: string) => string;
}

/** Ids of the records that the run has made: the API may have no way to remove them. */
export function createdIds({
  contract,
  record,
}: Pick<ReportContext, 'contract' | 'record'>): readonly { resource: string; id: unknown }[] {
  return contract.resources.flatMap((resource) => {
    const { create } = resource.operations;
    const { idProperty } = resource;
    if (create === undefined || idProperty === undefined) return [];
    const ids = record.exchanges
      .filter(
        ({ request, response }) => request.operation === create && response !== undefined && response.status < 300,
      )
      .map(({ response }) => response?.body.json)
      .map((json) =>
        json !== undefined && 'value' in json
          ? (json.value as Record<string, unknown> | null)?.[idProperty]
          : undefined,
      );
    return [...new Set(ids)].filter((id) => id !== undefined).map((id) => ({ resource: resource.name, id }));
  });
}

/** The command that runs one check again. */
export function replayOf(
  { options }: Pick<ReportContext, 'options'>,
  { check, operation, exchanges }: Finding,
): string {
  // What an oracle or another check is about is shown again by the check that sent it.
  const checks = [...new Set([check, ...exchanges.map(({ sentBy }) => sentBy).filter((id) => id !== 'probe')])].join();
  const limits = options.keys.limit === undefined ? '' : ' --limit-key "$ANIMAL_STORE_LIMIT_KEY"';
  const exclusive = options.target.exclusive ? ' --exclusive-key' : '';
  return `animal-store-conformance --base-url ${options.target.baseUrl} --checks ${checks} --operations '${operation}' --seed ${options.seed}${limits}${exclusive}`;
}
