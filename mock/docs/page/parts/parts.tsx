import { type ComponentChildren, createContext } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { type JsonObject, prettyJson } from '../../../console/page/model/json';
import { Scrolling } from '../../../console/page/parts/Panel';

interface Props {
  readonly id?: string;
  readonly summary: ComponentChildren;
  readonly isOpen?: boolean;
  /** Called only once it is open, since what is in it may have no end. */
  readonly children: () => ComponentChildren;
}

/** A line that opens to show more. */
export function Disclosure({ id, summary, isOpen = false, children }: Props) {
  const [open, setOpen] = useState(isOpen);
  return (
    <details id={id} class="disclosure" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {open && <div class="disclosed column">{children()}</div>}
    </details>
  );
}

interface CodeProps {
  readonly text: string;
  readonly isJson?: boolean;
  /** Breaks long lines in place of scrolling. */
  readonly isWrapped?: boolean;
}

/** Colours of longer texts would cost more than they show. */
const MOST_COLOURED = 20_000;

/** A string, a number or word, or what stands between them. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[^\s[\]{}:,"]+|[\s[\]{}:,]+/g;

/** A text as it is, or JSON with line breaks, indents and colours, and each token as it was written. */
export function Code({ text, isJson = false, isWrapped = false }: CodeProps) {
  const pretty = useMemo(() => (isJson ? prettyJson(text) : text), [text, isJson]);
  return (
    <Scrolling as="pre" class={isWrapped ? 'code wrapped' : 'code'}>
      {isJson && pretty.length <= MOST_COLOURED ? <Coloured text={pretty} /> : pretty}
    </Scrolling>
  );
}

function Coloured({ text }: { readonly text: string }) {
  const tokens = text.match(TOKEN) ?? [];
  return (
    <code>
      {tokens.map((token, at) => {
        const kind = kindOf(token, tokens[at + 1]);
        return kind === undefined ? token : <span class={kind}>{token}</span>;
      })}
    </code>
  );
}

function kindOf(token: string, next: string | undefined): string | undefined {
  if (token.startsWith('"')) return next?.startsWith(':') ? 'name' : 'text';
  return /^[\w-]/.test(token) ? 'literal' : undefined;
}

/** The method of an operation; the colour only makes it easier to find. */
export function Method({ method }: { readonly method: string }) {
  return <span class={`method ${method.toLowerCase()}`}>{method}</span>;
}

/** The document that references lead into. */
export const DocumentContext = createContext<JsonObject>({});
