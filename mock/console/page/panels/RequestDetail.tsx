import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RecordedMessage, RecordedRequest } from '../../../../openapi/types/control';
import { useOffline } from '../hooks/useLive';
import { usePlace } from '../hooks/usePlace';
import type { ContractSummary } from '../model/contract';
import { curlOf } from '../model/curl';
import { type Draft, draftOf, whyNotProposed } from '../model/faults';
import { durationInWords } from '../model/figures';
import { targetOf } from '../model/journal';
import { prettyJson } from '../model/json';
import { CopyButton } from '../parts/buttons';
import { Scrolling, Status } from '../parts/Panel';

interface Props {
  readonly id: string;
  readonly request: RecordedRequest;
  readonly contract: ContractSummary;
  /** The value of its key, if that is known. */
  readonly keyValue: string | undefined;
  /** Proposes a fault for requests like it. */
  readonly onPropose: (draft: Draft) => void;
  readonly onClose: () => void;
}

export function RequestDetail({ id, request, contract, keyValue, onPropose, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The focus moves to each request that is opened.
  useLayoutEffect(() => heading.current?.focus(), [request]);
  const { at, method, status, key, operationId, fault, durationMs } = request;
  const { origin } = usePlace();
  const curl = curlOf(request, origin, contract, keyValue);
  const offline = useOffline();
  const why = whyNotProposed(request, contract);
  return (
    <section
      id={id}
      class="detail column"
      aria-labelledby={`${id}-heading`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div class="detail-head row spread">
        <h3 id={`${id}-heading`} ref={heading} tabIndex={-1}>
          <span class="method">{method}</span> {targetOf(request)}
        </h3>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
      <dl class="facts row">
        <Fact name="Status">
          <Status status={status} />
        </Fact>
        <Fact name="Key">{key ?? 'none'}</Fact>
        <Fact name="Operation">{operationId ?? 'none'}</Fact>
        <Fact name="Came at">{at}</Fact>
        <Fact name="Took">{durationInWords(durationMs)}</Fact>
        {fault !== null && <Fact name="Fault">{fault}</Fact>}
      </dl>
      <div class="curl column">
        <Scrolling as="pre" class="scroll">
          {curl.line}
        </Scrolling>
        {curl.notes.map((note) => (
          <p key={note} class="hint">
            {note}
          </p>
        ))}
        <div class="row">
          <CopyButton label="Copy as curl" text={curl.line} />
          {PROPOSALS.map(([effect, words]) => (
            <button
              key={effect}
              type="button"
              disabled={offline || why[effect] !== undefined}
              aria-describedby={why[effect] === undefined ? undefined : `${id}-why`}
              onClick={() => onPropose(draftOf(request, effect, contract))}
            >
              {words}
            </button>
          ))}
        </div>
        {why.reply !== undefined && (
          <p id={`${id}-why`} class="hint">
            {why.reply}
          </p>
        )}
      </div>
      <div class="messages">
        <MessageView title="Request" message={request.request} />
        <MessageView title="Response" message={request.response} />
      </div>
    </section>
  );
}

/** What can be made of a request. */
const PROPOSALS = [
  ['status', 'Make a fault of it'],
  ['reply', 'Make a reply of it'],
] as const;

const Fact = ({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Headers and body of a request or of a reply, as text. */
function MessageView({ title, message }: { readonly title: string; readonly message: RecordedMessage }) {
  const { headers, body, truncated } = message;
  return (
    <div class="message column">
      <h4>{title}</h4>
      <dl class="headers">
        {headers.map(({ name, value }, at) => (
          // The index makes the key unique, since a header may be repeated.
          <div key={at}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {body === null || body === '' ? (
        <p class="hint">No body.</p>
      ) : (
        <Scrolling as="pre" class="scroll">
          {prettyJson(body)}
        </Scrolling>
      )}
      {truncated && <p class="hint">The request log keeps only this beginning of the body.</p>}
    </div>
  );
}
