import { stringifyJson } from '../json/json';
import { isObject } from '../json/value';
import type { Schema } from '../model/schema';
import { itemsOf, keywordOf, propertiesOf } from '../schema/properties';

/** How a schema is written in XML (OpenAPI 3.0.3 §4.7.26). */
interface Xml {
  readonly name: string | undefined;
  readonly isAttribute: boolean;
  readonly isWrapped: boolean;
  /** Its declaration of a namespace, with a blank before it; empty where there is none. */
  readonly namespace: string;
}

/** Values nested deeper than this are left out. */
const DEEPEST = 200;

/** A value as an XML document, as the `xml` words of its schema say. */
export function toXml(schema: Schema, value: unknown, fallback = 'root'): string {
  const { name = fallback } = xmlOf(schema);
  const root = Array.isArray(value)
    ? `<${name}>${itemsIn(schema, value, itemName(schema) ?? 'item', 0)}</${name}>`
    : element(schema, name, value, 0);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}`;
}

function element(schema: Schema, name: string, value: unknown, depth: number): string {
  const { namespace } = xmlOf(schema);
  if (depth > DEEPEST || value === undefined || value === null) return `<${name}${namespace}/>`;
  if (!isObject(value)) return `<${name}${namespace}>${escaped(textOf(value))}</${name}>`;
  const properties = propertiesOf(schema);
  let attributes = namespace;
  let inner = '';
  for (const [key, member] of Object.entries(value)) {
    const property = properties.get(key)?.schema ?? {};
    const xml = xmlOf(property);
    const own = nameOf(xml.name ?? key);
    if (xml.isAttribute) attributes += ` ${own}="${escaped(textOf(member))}"`;
    else if (!Array.isArray(member)) inner += element(property, own, member, depth + 1);
    else if (!xml.isWrapped) inner += itemsIn(property, member, itemName(property) ?? own, depth + 1);
    else inner += `<${own}>${itemsIn(property, member, itemName(property) ?? nameOf(key), depth + 1)}</${own}>`;
  }
  return `<${name}${attributes}>${inner}</${name}>`;
}

const itemsIn = (schema: Schema, items: readonly unknown[], name: string, depth: number): string =>
  items.map((item) => element(itemsOf(schema) ?? {}, name, item, depth)).join('');

const itemName = (schema: Schema): string | undefined => xmlOf(itemsOf(schema) ?? {}).name;

function xmlOf(schema: Schema): Xml {
  const raw = keywordOf(schema, 'xml');
  const { name, prefix, namespace, attribute, wrapped } = isObject(raw) ? raw : {};
  const prefixed = typeof name === 'string' && typeof prefix === 'string' ? `${prefix}:${name}` : name;
  return {
    name: typeof prefixed === 'string' ? nameOf(prefixed) : undefined,
    isAttribute: attribute === true,
    isWrapped: wrapped === true,
    namespace:
      typeof namespace === 'string'
        ? ` xmlns${typeof prefix === 'string' ? `:${nameOf(prefix)}` : ''}="${escaped(namespace)}"`
        : '',
  };
}

/** A name without the characters that none has in XML. */
const nameOf = (name: string): string => name.replaceAll(/[^\w:.-]/g, '_').replace(/^(?=[^A-Za-z_])/, '_');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (stringifyJson(value) ?? ''));

/** Characters that XML 1.0 does not have at all are left out (§2.2). */
const escaped = (text: string): string =>
  text.replaceAll(/[\p{Cc}&<>"]/gu, (char) => ESCAPES[char] ?? (/[\t\n\r]/.test(char) ? char : ''));

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
