import { useMemo, useState } from 'preact/hooks';
import type { RecordedRequest } from '../../../../openapi/types/control';
import { durationInWords, preciseTimeOf } from '../model/figures';
import { type Filter, isSame, targetOf } from '../model/journal';
import { asChoices, type Choices, Field } from '../parts/Field';
import { Scrolling, Status } from '../parts/Panel';

/** The class of each column and its heading. */
const COLUMNS = [
  ['at', 'Time'],
  ['method', 'Method'],
  ['target', 'Path'],
  ['outcome', 'Status'],
  ['key', 'Key'],
  ['took', 'Took'],
] as const;

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
    <Scrolling as="section" class="scroll requests-box" aria-label="List of requests">
      <table class="requests-table">
        <thead>
          <tr>
            {COLUMNS.map(([name, heading]) => (
              <th key={name} scope="col" class={name}>
                {heading}
              </th>
            ))}
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
    </Scrolling>
  );
}

type RequestRowProps = Pick<Props, 'detailId' | 'onOpen'> & {
  readonly request: RecordedRequest;
  readonly open: boolean;
};

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
          <Status status={status} /> {fault !== null && <span class="badge alarm">fault {fault}</span>}
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

const STATUSES: Choices = [['', 'Any status'], ...asChoices(['2XX', '3XX', '4XX', '5XX']), ['none', 'No reply']];

export function RequestFilter({ filter, methods, onFilter }: RequestFilterProps) {
  const of = (name: keyof Filter) => ({
    value: filter[name],
    onText: (text: string) => onFilter({ ...filter, [name]: text }),
  });
  return (
    <search class="row filter">
      <Field label="Filter" type="search" placeholder="path, key, operation" {...of('text')} />
      <Field label="Method" isUnseen choices={[['', 'Any method'], ...asChoices(methods)]} {...of('method')} />
      <Field label="Status" isUnseen choices={STATUSES} {...of('status')} />
    </search>
  );
}
