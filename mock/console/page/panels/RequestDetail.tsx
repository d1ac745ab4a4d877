import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RecordedRequest } from '../../../../openapi/types/control';
import type { ContractSummary } from '../model/contract';
import { curlOf } from '../model/curl';
import { targetOf } from '../model/journal';
import { durationInWords } from '../model/time';
import { CopyButton } from '../parts/CopyButton';
import { Status } from '../parts/Status';
import { MessageView } from './MessageView';

interface Props {
  readonly id: string;
  readonly request: RecordedRequest;
  readonly contract: ContractSummary;
  readonly onClose: () => void;
}

export function RequestDetail({ id, request, contract, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The focus moves to each request that is opened.
  useLayoutEffect(() => heading.current?.focus(), [request]);
  const { at, method, status, key, operationId, fault, durationMs } = request;
  const curl = curlOf(request, location.origin, contract);
  return (
    <section
      id={id}
      class="detail"
      aria-labelledby={`${id}-heading`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div class="detail-head">
        <h3 id={`${id}-heading`} ref={heading} tabIndex={-1}>
          <span class="method">{method}</span> {targetOf(request)}
        </h3>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
      <dl class="facts">
        <Fact name="Status">
          <Status status={status} />
        </Fact>
        <Fact name="Key">{key ?? 'none'}</Fact>
        <Fact name="Operation">{operationId ?? 'none'}</Fact>
        <Fact name="Came at">{at}</Fact>
        <Fact name="Took">{durationInWords(durationMs)}</Fact>
        {fault !== null && <Fact name="Fault">{fault}</Fact>}
      </dl>
      <div class="curl">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by the keyboard too. */}
        <pre class="scroll" tabIndex={0}>
          {curl}
        </pre>
        <CopyButton label="Copy as curl" text={curl} />
      </div>
      <div class="messages">
        <MessageView title="Request" message={request.request} />
        <MessageView title="Response" message={request.response} />
      </div>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
