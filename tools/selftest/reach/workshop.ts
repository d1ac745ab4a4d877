import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { SHIPPED_DOCUMENT } from '../../../openapi/contract';
import { type Application, type Asked, byHeader, found, Refused, type Reply } from './application';

type Members = Readonly<Record<string, unknown>>;

interface Order extends Members {
  readonly id: string;
  readonly state: 'pending' | 'paid' | 'cancelled';
  readonly lines: readonly { readonly sku: string; readonly quantity: number; readonly unitPrice: Members }[];
}

interface Shipment {
  readonly shown: Members;
  readonly events: Map<number, Members>;
}

const CARRIERS = [
  { code: 'rail', title: 'By rail' },
  { code: 'bike', title: 'By bicycle' },
];

const KEY = 'ak-Workshop-7Qk2XvR9';

/** A shop of which a document says little. The build leaves the document where it is. */
export const WORKSHOP: Application = {
  document: join(dirname(SHIPPED_DOCUMENT), '../tools/selftest/reach/workshop.yaml'),
  flags: ['--api-key', KEY, '--credential-in', 'header:Authorization:Bearer'],
  admit: byHeader('authorization', `Bearer ${KEY}`),
  problem: ({ status, message, pointer, headers }) => ({
    status,
    headers: { ...headers, 'Content-Type': 'application/problem+json' },
    body: JSON.stringify({ errors: [{ detail: message, ...(pointer === undefined ? {} : { pointer }) }] }),
  }),
  open,
};

function open(): ReturnType<Application['open']> {
  const customers = new Map<string, Members>();
  const brands = new Map<string, Members>();
  const products = new Map<string, Members>();
  const orders = new Map<string, Order>();
  const placed = new Map<string, { readonly sent: string; readonly reply: Reply }>();
  const shipments = new Map<string, Shipment[]>();
  const tickets = new Map<string, Members>();
  const quotes = new Map<string, Members>();
  const discounts = new Map<string, Members>();
  const jobs = new Map<string, Members>();
  const steps = new Map<string, Members>();
  const notes = new Map<string, Members>();
  const start = (): Members => {
    const job = { id: randomUUID(), self: '' };
    jobs.set(job.id, job);
    const step = { id: randomUUID(), jobId: job.id };
    steps.set(step.id, step);
    return { ...job, self: `/api/v2/jobs/${job.id}` };
  };
  // What others do, and is left alone.
  const others = start();

  const change = (order: Order, members: Partial<Order>): Reply => {
    if (order.state !== 'pending')
      throw new Refused(409, `The order is ${order.state}, and a pending one alone is changed.`);
    const changed = { ...order, ...members };
    orders.set(order.id, changed);
    return done(changed);
  };
  const orderOf = ({ path }: Asked): Order => found(orders, path.orderId);
  const stepOf = (id: string | undefined): Members => {
    const step = found(steps, id);
    // To say so shows what should not have been sent.
    if (step.jobId === others.id) throw new Error('It is a step of others.');
    return step;
  };
  const shipmentsOf = (asked: Asked): Shipment[] => shipments.get(orderOf(asked).id) ?? [];
  const shipmentOf = (asked: Asked): Shipment => {
    const shipment = shipmentsOf(asked)[Number(asked.path.number) - 1];
    if (shipment === undefined) throw missing();
    return shipment;
  };

  const operations: ReturnType<Application['open']> = {
    addCustomer: ({ body }) => {
      const id = `cus_${randomUUID().slice(0, 8)}`;
      customers.set(id, { ...pick(body, ['name', 'email']), since: new Date().toISOString() });
      return { status: 201, headers: { Location: `/api/v2/customers/${id}` } };
    },
    showCustomer: ({ path }) => done(found(customers, path.customerId)),
    changeCustomer: ({ path: { customerId = '' }, body }) => {
      const before = found(customers, customerId);
      customers.set(customerId, { ...before, ...pick(body, ['name', 'email']) });
      return { status: 204 };
    },

    listBrands: () => done({ brands: [...brands.values()] }),
    addBrand: ({ body }) => {
      const brand = pick(body, ['code', 'title']);
      if (brands.has(String(brand.code))) throw new Refused(409, 'There is a brand of this code.', '/code');
      brands.set(String(brand.code), brand);
      return { status: 201, body: brand };
    },
    showBrand: ({ path }) => done(found(brands, path.brand)),

    listProducts: ({ query: { brand } }) => {
      refer(brands, brand, 'brand');
      return done([...products.values()].filter(({ brandCode }) => brandCode === brand));
    },
    showProduct: ({ path }) => done(found(products, path.sku)),
    putProduct: ({ path: { sku = '' }, body }) => {
      const product: Members = { sku, ...pick(body, ['title', 'brandCode', 'price']) };
      refer(brands, product.brandCode, 'brand', '/brandCode');
      const status = products.has(sku) ? 200 : 201;
      products.set(sku, product);
      return { status, body: product };
    },
    dropProduct: ({ path }) => {
      const product = found(products, path.sku);
      const isOrdered = [...orders.values()].some(({ lines }) => lines.some(({ sku }) => sku === product.sku));
      if (isOrdered) throw new Refused(409, 'The product stands in an order.');
      products.delete(String(product.sku));
      return { status: 204 };
    },

    listOrders: ({ query: { state } }) =>
      done({ results: [...orders.values()].reverse().filter((one) => state === undefined || one.state === state) }),
    placeOrder: ({ headers, body }) => {
      const key = String(headers['idempotency-key']);
      const sent = JSON.stringify(body);
      const before = placed.get(key);
      if (before !== undefined && before.sent !== sent)
        throw new Refused(422, 'This Idempotency-Key was given with another order.');
      if (before !== undefined) return before.reply;
      const order = ordered(body, customers, products);
      const reply = { status: 201, body: order };
      orders.set(order.id, order);
      placed.set(key, { sent, reply });
      return reply;
    },
    showOrder: (asked) => done(orderOf(asked)),
    annotateOrder: (asked) => change(orderOf(asked), pick(asked.body, ['note'])),
    payOrder: (asked) => {
      const { method } = members(asked.body);
      const order = orderOf(asked);
      if (method !== 'card' && method !== 'invoice')
        throw new Refused(422, 'must be one of [card, invoice]', '/method');
      return change(order, { state: 'paid' });
    },
    cancelOrder: (asked) => change(orderOf(asked), { state: 'cancelled' }),

    listCarriers: () => done(CARRIERS),
    shipOrder: (asked) => {
      const order = orderOf(asked);
      if (order.state !== 'paid') throw new Refused(409, `The order is ${order.state}, and a paid one alone is sent.`);
      const { carrierCode, insured } = pick(asked.body, ['carrierCode', 'insured']);
      const codes = CARRIERS.map(({ code }) => code);
      if (!codes.some((code) => code === carrierCode)) throw new Refused(422, 'names no carrier', '/carrierCode');
      const of = shipmentsOf(asked);
      const shown = { number: of.length + 1, carrierCode, ...(insured === undefined ? {} : { insured }) };
      shipments.set(order.id, [...of, { shown, events: new Map() }]);
      return { status: 201, body: shown };
    },
    showShipment: (asked) => done(shipmentOf(asked).shown),
    listEvents: (asked) => done([...shipmentOf(asked).events.values()]),
    addEvent: (asked) => {
      const { events } = shipmentOf(asked);
      const eventId = Math.max(0, ...events.keys()) + 1;
      const event = { eventId, ...pick(asked.body, ['happenedAt', 'place']) };
      events.set(eventId, event);
      return { status: 201, body: event };
    },
    dropEvent: (asked) => {
      if (!shipmentOf(asked).events.delete(Number(asked.path.eventId))) throw missing();
      return { status: 204 };
    },

    openTicket: ({ body }) => {
      const { subject, kind, ownerRef } = members(body);
      if (kind === undefined) throw new Refused(400, 'missing a required parameter: body.kind');
      if (!['repair', 'return', 'question'].includes(String(kind)))
        throw new Refused(400, 'body.kind must be one of "repair", "return", "question"');
      if (ownerRef === undefined) throw new Refused(400, 'missing a required parameter: body.ownerRef');
      refer(customers, ownerRef, 'customer', '/ownerRef');
      const ticket = { id: `t${tickets.size + 1}`, subject, kind, ownerRef, isOpen: true };
      tickets.set(ticket.id, ticket);
      return { status: 201, body: { ticket } };
    },
    showTicket: ({ path }) => done({ ticket: found(tickets, path.ticket_id) }),
    closeTicket: ({ path: { ticket_id = '' } }) => {
      const ticket = found(tickets, ticket_id);
      if (ticket.isOpen === false) throw new Refused(409, 'The ticket is closed.');
      tickets.set(ticket_id, { ...ticket, isOpen: false });
      return { status: 204 };
    },

    askQuote: ({ body }) => {
      const { currency, items } = members(body);
      if (typeof currency !== 'string') throw new Refused(422, 'is required', '/currency');
      if (!Array.isArray(items) || items.length === 0) throw new Refused(422, 'must have an item at least', '/items');
      const total = items.reduce((sum, item, index) => sum + priceOf(item, `/items/${index}`), 0);
      const quote = { number: `Q-${1000 + quotes.size}`, currency, total, acceptedAt: null };
      quotes.set(quote.number, quote);
      return done(quote);
    },
    showQuote: ({ path }) => done(found(quotes, path.number)),
    acceptQuote: ({ path: { number = '' } }) => {
      const quote = found(quotes, number);
      if (quote.acceptedAt !== null) throw new Refused(409, 'The quote is accepted already.');
      const accepted = { ...quote, acceptedAt: new Date().toISOString() };
      quotes.set(number, accepted);
      return done(accepted);
    },

    listRecipes: () => done([{ id: 'chair' }]),
    startRecipe: ({ path }) => {
      if (path.id !== 'chair') throw missing();
      return done(start());
    },
    showJob: ({ path }) => done(found(jobs, path.id)),
    listSteps: ({ query: { jobId } }) => done([...steps.values()].filter((one) => (jobId ?? one.jobId) === one.jobId)),
    findSteps: () => done([]),
    lockStep: ({ path, body }) => {
      steps.set(path.id ?? '', { ...stepOf(path.id), ...pick(body, ['worker']) });
      return { status: 204 };
    },
    finishStep: ({ path, body }) => {
      const step = stepOf(path.id);
      const { worker } = members(body);
      if (step.worker !== worker)
        throw new Refused(400, `The step cannot be finished by '${worker}'. It is locked by '${step.worker ?? null}'.`);
      steps.delete(String(step.id));
      return { status: 204 };
    },

    createNote: ({ body }) => {
      const id = String(members(body).id ?? randomUUID());
      notes.set(id, { ...pick(body, ['text']), id });
      return { status: 204 };
    },
    showNote: ({ path }) => done(found(notes, path.id)),

    showDiscount: ({ path }) => done(found(discounts, path.code)),
    putDiscount: ({ path: { code = '' }, body }) => {
      discounts.set(code, pick(body, ['percent', 'until']));
      return { status: 204 };
    },
    dropDiscount: ({ path }) => {
      found(discounts, path.code);
      discounts.delete(path.code ?? '');
      return { status: 204 };
    },
  };
  const ofTenant = (perform: (asked: Asked) => Reply) => (asked: Asked) => {
    if (asked.headers['x-tenant'] !== 'acme') throw new Refused(403, 'The key is not of this tenant.');
    return perform(asked);
  };
  return Object.fromEntries(Object.entries(operations).map(([id, perform]) => [id, ofTenant(perform)]));
}

/** The order that a body places, at the prices of the products. @throws Refused for whatever it has no use for, at any depth */
function ordered(
  body: unknown,
  customers: ReadonlyMap<string, Members>,
  products: ReadonlyMap<string, Members>,
): Order {
  const sent = only(body, ['customerId', 'lines', 'note'], '');
  const { customerId, note } = sent;
  refer(customers, customerId, 'customer', '/customerId');
  const lines = (sent.lines as readonly unknown[]).map((one, index) => {
    const { sku, quantity } = only(one, ['sku', 'quantity'], `/lines/${index}`);
    const { price } = refer(products, sku, 'product', `/lines/${index}/sku`);
    return { sku: String(sku), quantity: Number(quantity), unitPrice: members(price) };
  });
  const total = lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * Number(unitPrice.amount), 0);
  return { id: randomUUID(), state: 'pending', customerId, lines, ...(note === undefined ? {} : { note }), total };
}

/** The price of an item, by its length. */
function priceOf(item: unknown, pointer: string): number {
  const { material, lengthMm } = members(item);
  if (material !== 'oak' && material !== 'pine') throw new Refused(422, 'must be oak or pine', `${pointer}/material`);
  if (!Number.isInteger(lengthMm) || Number(lengthMm) < 1 || Number(lengthMm) > 9000)
    throw new Refused(422, 'must be a length of up to 9000', `${pointer}/lengthMm`);
  return Number(lengthMm);
}

const done = (body: unknown): Reply => ({ status: 200, body });

const missing = (): Refused => new Refused(404, 'There is no such thing.');

/** The record that a value names. @throws Refused where it names none */
function refer(records: ReadonlyMap<string, Members>, id: unknown, what: string, pointer?: string): Members {
  const record = records.get(String(id));
  if (record === undefined) throw new Refused(422, `there is no ${what} "${String(id)}"`, pointer);
  return record;
}

const members = (value: unknown): Members => (typeof value === 'object' && value !== null ? { ...value } : {});

/** The members of these names. */
const pick = (value: unknown, names: readonly string[]): Members =>
  Object.fromEntries(Object.entries(members(value)).filter(([name]) => names.includes(name)));

/** All members. @throws Refused where one has another name */
function only(value: unknown, names: readonly string[], pointer: string): Members {
  const other = Object.keys(members(value)).find((name) => !names.includes(name));
  if (other !== undefined) throw new Refused(422, 'is not a member of this', `${pointer}/${other}`);
  return members(value);
}
