import { useMemo } from 'preact/hooks';
import { prettyJson } from '../../../console/page/link/exact-json';

interface Props {
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
export function Code({ text, isJson = false, isWrapped = false }: Props) {
  const pretty = useMemo(() => (isJson ? prettyJson(text) : text), [text, isJson]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by the keyboard too.
    <pre class={isWrapped ? 'code wrapped' : 'code'} tabIndex={0}>
      {isJson && pretty.length <= MOST_COLOURED ? <Coloured text={pretty} /> : pretty}
    </pre>
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
