import { Marked } from 'marked';
import { type ComponentChildren, createElement } from 'preact';
import { useMemo } from 'preact/hooks';
import { Scrolling } from '../../../console/page/parts/Panel';
import { Code } from './parts';

interface Props {
  readonly text: string;
  /** Of its first heading; one below that of the section around it. */
  readonly level?: number;
}

/** A description in CommonMark (OpenAPI 3.0.3 §4.2), with such HTML in it as does no harm. */
export function Markdown({ text, level = 5 }: Props) {
  const elements = useMemo(() => elementsOf(parseMarkdown(text), level), [text, level]);
  return text === '' ? null : <div class="markdown column">{elements}</div>;
}

/** Elements that are made as they are, without any attribute. Of others, only what is in them is shown. */
const PLAIN = new Set([
  'p',
  'ul',
  'ol',
  'li',
  'strong',
  'b',
  'em',
  'i',
  'code',
  'blockquote',
  'hr',
  'br',
  'del',
  's',
  'sub',
  'sup',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
]);

/** Nothing in these is text for a reader. */
const LEFT_OUT = new Set(['script', 'style', 'template', 'iframe', 'noscript', 'svg', 'math', 'object', 'title']);

/** Elements that HTML allows in these alone; somewhere else, only what is in them is shown. */
const PARENTS: Readonly<Record<string, readonly string[]>> = { li: ['ul', 'ol'], tr: ['table', 'thead', 'tbody'] };

const HEADING = /^h([1-6])$/;

/**
 * Makes elements anew of those that are known to do no harm. Whatever a foreign document says, no other element, no
 * attribute but the address of a link, and no address but of the web comes out.
 *
 * @param level  of the first heading; a deeper one is never more than one below the one before, as readers by headings expect
 */
function elementsOf(parsed: ParentNode, level: number): ComponentChildren {
  let last = level - 1;
  const nextLevel = (depth: number): number => {
    last = Math.min(6, last + 1, level + depth - 1);
    return last;
  };

  const childrenOf = (node: ParentNode): ComponentChildren[] => [...node.childNodes].map(made);

  function made(node: ChildNode): ComponentChildren {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element)) return null;
    const name = node.localName;
    if (LEFT_OUT.has(name)) return null;
    if (name === 'a' || name === 'img') return linkOf(node, childrenOf(node));
    if (name === 'pre') return <Code text={node.textContent ?? ''} />;
    const heading = HEADING.exec(name);
    if (heading !== null) {
      return isEmpty(node) ? null : createElement(`h${nextLevel(Number(heading[1]))}`, null, childrenOf(node));
    }
    if (name === 'table') {
      return (
        <Scrolling as="div" class="table">
          <table>{childrenOf(node)}</table>
        </Scrolling>
      );
    }
    const allowed = PARENTS[name]?.includes(node.parentElement?.localName ?? '') ?? PLAIN.has(name);
    if (!allowed) return childrenOf(node);
    // A header cell without a text would head nothing.
    return createElement(name === 'th' && isEmpty(node) ? 'td' : name, null, childrenOf(node));
  }
  return childrenOf(parsed);
}

/** A link to a page of the web; pictures would be loaded from elsewhere, so they are links, too. */
function linkOf(node: Element, children: readonly ComponentChildren[]): ComponentChildren {
  const address = node.getAttribute('href') ?? node.getAttribute('src') ?? '';
  const text = node.localName === 'img' ? node.getAttribute('alt') || 'picture' : children;
  if (!/^https?:\/\//i.test(address) || (node.localName === 'a' && isEmpty(node))) return text;
  // In a link that is there already, a picture is its text.
  if (node.localName === 'img' && node.closest('a') !== null) return text;
  return (
    <a href={address} rel="noreferrer">
      {text}
    </a>
  );
}

const isEmpty = (node: Element): boolean =>
  (node.textContent ?? '').trim() === '' && node.querySelector('img') === null;

/**
 * The elements of a Markdown text, in a document of their own that runs no script, loads nothing and is never shown: what it
 * has is looked at, and made anew.
 */
export function parseMarkdown(text: string): HTMLElement {
  const marked = new Marked({ gfm: true, renderer: { html: (token) => withoutAttributes(token.text) } });
  return new DOMParser().parseFromString(marked.parse(text, { async: false }), 'text/html').body;
}

/** A whole tag or comment. What else begins with `<` is text. */
const TAG = /<!--.*?-->|<(\/?)([a-z][a-z\d-]*)((?:"[^"<]*"|'[^'<]*'|[^"'<>])*)>/gis;

const KEPT = /(?<![^\s"'/])(?:href|src|alt)\s*=\s*(?:"[^"]*"|'[^']*')/gi;

/**
 * The tags of an HTML text, made anew without their attributes but for addresses and words in place of a picture. Styles and
 * handlers would do nothing in that document, but a browser reports each as a breach of the page's Content-Security-Policy;
 * where that is missing, no handler shall ever have been an attribute. So half a tag is no tag either.
 */
function withoutAttributes(html: string): string {
  let [out, from] = ['', 0];
  for (const match of html.matchAll(TAG)) {
    const [tag, slash = '', name, attributes = ''] = match;
    out += escaped(html.slice(from, match.index)) + (name === undefined ? '' : anew(slash, name, attributes));
    from = match.index + tag.length;
  }
  return out + escaped(html.slice(from));
}

function anew(slash: string, name: string, attributes: string): string {
  // What is in a template is no part of the document.
  if (/^(style|script)$/i.test(name)) return `<${slash}template>`;
  return `<${[slash + name, ...(attributes.match(KEPT) ?? [])].join(' ')}>`;
}

const escaped = (text: string): string => text.replaceAll('<', '&lt;');
