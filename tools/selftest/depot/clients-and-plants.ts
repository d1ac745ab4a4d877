import { type Asked, Refused } from '../reach/application';
import type { Does } from './access';
import { type Accounts, at, bodyOf, type Handlers, newId, now, RACE_MS, refuse, rowsOf } from './accounts';

const OPEN = ['confirmed', 'dispatched'];

export function clientsAndPlants(does: Does, { accounts, fresh, accountOf, seen, put }: Accounts): Handlers {
  const expectEmailFree = (asked: Asked, email: unknown, own?: unknown): void => {
    const low = (text: unknown): string =>
      does('an email in capitals is another one') ? String(text) : String(text).toLowerCase();
    const all = does('an email is taken in all accounts') ? [accounts.own, accounts.other] : [accountOf(asked)];
    for (const one of all.flatMap(({ clients }) => [...clients.values()]))
      if (low(one.email) === low(email) && one.id !== own) throw new Refused(409, 'Another client has this email.');
  };

  return {
    listClients: (asked) => ({
      status: 200,
      body: { data: [...seen(asked, 'clients', 'another account lists clients').values()] },
    }),
    createClient: (asked) => {
      const body = bodyOf(asked);
      expectEmailFree(asked, body.email);
      const id = newId('cl');
      const record = {
        id,
        name: body.name,
        email: body.email,
        ...(body.phone !== undefined ? { phone: body.phone } : {}),
        created_at: now(),
      };
      accountOf(asked).clients.set(id, record);
      return { status: 201, headers: { Location: `/depot/clients/${id}` }, body: record };
    },
    getClient: (asked) => ({
      status: 200,
      body: at(seen(asked, 'clients', 'another account reads clients'), asked.path.client_id),
    }),
    replaceClient: (asked) => {
      const before = at(seen(asked, 'clients', 'another account replaces clients'), asked.path.client_id);
      const body = bodyOf(asked);
      const isRacing =
        performance.now() < (fresh.get(String(body.email)) ?? 0) && does('two replacements at once take one email');
      if (!isRacing) expectEmailFree(asked, body.email, before.id);
      fresh.set(String(body.email), performance.now() + RACE_MS);
      const record = {
        ...{ id: before.id, name: body.name, email: body.email },
        ...{ ...(body.phone !== undefined ? { phone: body.phone } : {}), created_at: before.created_at },
      };
      return { status: 200, body: put(asked, 'clients', record) };
    },
    deleteClient: (asked) => {
      const { clients, purchases } = accountOf(asked);
      const id = String(asked.path.client_id);
      if (!clients.has(id) && does('deleting no client is a 204')) return { status: 204 };
      if (does('another account deletes clients') && accounts.own.clients.has(id)) {
        accounts.own.clients.delete(id);
        return { status: 204 };
      }
      at(clients, id);
      const holds = [...purchases.values()].some(
        (one) =>
          one.client_id === id &&
          (OPEN.includes(String(one.state)) || (one.state === 'draft' && does('a draft is open, too'))),
      );
      if (holds && !does('a client with open purchases is deleted')) refuse('The client has open purchases.');
      clients.delete(id);
      for (const one of [...purchases.values()].filter(({ client_id: client }) => client === id)) {
        if (does('the purchases of a client go along')) purchases.delete(String(one.id));
        if (does('the purchases of a client forget it')) purchases.set(String(one.id), { ...one, client_id: 'nobody' });
      }
      return { status: 204 };
    },

    listPlants: (asked) => ({ status: 200, body: { data: [...accountOf(asked).plants.values()] } }),
    createPlant: (asked) => {
      const id = newId('pl');
      const { name, price_cents, discontinued = false, available = 500 } = bodyOf(asked);
      const record = { id, name, price_cents, discontinued, available, created_at: now() };
      accountOf(asked).plants.set(id, record);
      return { status: 201, headers: { Location: `/depot/plants/${id}` }, body: record };
    },
    getPlant: (asked) => {
      fresh.delete(String(asked.path.plant_id));
      return { status: 200, body: at(accountOf(asked).plants, asked.path.plant_id) };
    },
    updatePlant: (asked) => {
      const before = at(accountOf(asked).plants, asked.path.plant_id);
      const {
        name = before.name,
        price_cents = before.price_cents,
        discontinued = before.discontinued,
        available = before.available,
      } = bodyOf(asked);
      if (available !== before.available && !does('what is available is passed over by a change'))
        throw new Refused(422, 'What is available does not change.');
      return { status: 200, body: put(asked, 'plants', { ...before, name, price_cents, discontinued }) };
    },
    deletePlant: (asked) => {
      const { plants, purchases } = accountOf(asked);
      const { id } = at(plants, asked.path.plant_id);
      const isUsed = [...purchases.values()].some(
        (one) =>
          rowsOf(one).some((row) => row.plant_id === id) &&
          !(one.state === 'cancelled' && does('a plant in a cancelled purchase is deleted')),
      );
      if (isUsed && !does('a plant in a purchase is deleted')) refuse('The plant is used in a purchase.');
      plants.delete(String(id));
      return { status: 204 };
    },
  };
}
