import { useId, useMemo, useState } from 'preact/hooks';
import type { RecordedRequest } from '../../../../openapi/types/control';
import { durationInWords, preciseTimeOf } from '../model/figures';
import { type Filter, isSame, targetOf } from '../model/journal';
import { Status } from '../parts/Panel';

interface Props {
  readonly requests: readonly RecordedRequest[];
  readonly opened: RecordedRequest | undefined;
  readonly detailId: string;
  readonly onOpen: (request: RecordedRequest) => void;
}

/** How many rows are rendered at first; few, since the table may change sixty times a second. */
const STEP = 100;

export function RequestTable({ requests, opened, detailId, onOpen }: Props) {
  const [drawn, setDrawn] = useState(STEP);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by the keyboard too.
    <section class="scroll requests-box" aria-label="List of requests" tabIndex={0}>
      <table class="requests-table">
        <thead>
          <tr>
            <th scope="col" class="at">
              Time
            </th>
            <th scope="col" class="method">
              Method
            </th>
            <th scope="col" class="target">
              Path
            </th>
            <th scope="col" class="outcome">
              Status
            </th>
            <th scope="col" class="key">
              Key
            </th>
            <th scope="col" class="took">
              Took
            </th>
          </tr>
        </thead>
        <tbody>
          {requests.slice(0, drawn).map((request) => (
            <RequestRow
              key={request.id}
              request={request}
              open={opened !== undefined && isSame(request, opened)}
              detailId={detailId}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
      {requests.length > drawn && (
        <p class="more">
          <button type="button" onClick={() => setDrawn(drawn + STEP)}>
            Show {Math.min(STEP, requests.length - drawn)} more
          </button>
        </p>
      )}
    </section>
  );
}

interface RequestRowProps {
  readonly request: RecordedRequest;
  readonly open: boolean;
  readonly detailId: string;
  readonly onOpen: (request: RecordedRequest) => void;
}

/** Rendered again only when it opens or closes: there are many rows, and a recorded request does not change. */
function RequestRow({ request, open, detailId, onOpen }: RequestRowProps) {
  return useMemo(() => {
    const { id, at, method, status, key, durationMs, fault } = request;
    return (
      <tr class={open ? 'open' : ''}>
        <td class="at">{preciseTimeOf(Date.parse(at))}</td>
        <td class="method">{method}</td>
        <td class="target">
          <button
            type="button"
            class="stretched"
            aria-expanded={open}
            aria-controls={open ? detailId : undefined}
            data-request={id}
            onClick={() => onOpen(request)}
          >
            {targetOf(request)}
          </button>
        </td>
        <td class="outcome">
          <Status status={status} />
          {fault !== null && (
            <>
              {' '}
              <span class="badge alarm">fault {fault}</span>
            </>
          )}
        </td>
        <td class="key">{key ?? <span class="hint">none</span>}</td>
        <td class="took">{durationInWords(durationMs)}</td>
      </tr>
    );
  }, [request, open, detailId, onOpen]);
}

interface RequestFilterProps {
  readonly filter: Filter;
  readonly methods: readonly string[];
  readonly onFilter: (filter: Filter) => void;
}

const STATUSES = ['2XX', '3XX', '4XX', '5XX'];

export function RequestFilter({ filter, methods, onFilter }: RequestFilterProps) {
  const id = useId();
  return (
    <search class="fields filter">
      <label for={`${id}-text`}>Filter</label>
      <input
        id={`${id}-text`}
        type="search"
        placeholder="path, key, operation"
        value={filter.text}
        onInput={(event) => onFilter({ ...filter, text: event.currentTarget.value })}
      />
      <label for={`${id}-method`} class="unseen">
        Method
      </label>
      <select
        id={`${id}-method`}
        value={filter.method}
        onChange={(event) => onFilter({ ...filter, method: event.currentTarget.value })}
      >
        <option value="">Any method</option>
        {methods.map((method) => (
          <option key={method}>{method}</option>
        ))}
      </select>
      <label for={`${id}-status`} class="unseen">
        Status
      </label>
      <select
        id={`${id}-status`}
        value={filter.status}
        onChange={(event) => onFilter({ ...filter, status: event.currentTarget.value })}
      >
        <option value="">Any status</option>
        {STATUSES.map((status) => (
          <option key={status}>{status}</option>
        ))}
        <option value="none">No reply</option>
      </select>
    </search>
  );
}
