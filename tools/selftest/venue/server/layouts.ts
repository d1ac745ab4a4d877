import { Refused, type Reply } from '../../reach/application';
import { at, bodyOf, isObject, pick } from './records';
import { newId, type Part, PREFIX, type Stored, type Table } from './world';

const SENT = [
  'slug',
  'title',
  'seats',
  'aisle_cm',
  'surcharge',
  'contact',
  'opens_at',
  'plan',
  'labels',
  'settings',
  'door',
];
/** What of them a layout has to have. */
const NEEDED = ['slug', 'title', 'seats', 'aisle_cm', 'plan'];

const AISLE = 90;

/** How rooms may be furnished: records whose members are objects and lists, and go to the third level. */
export const layouts: Part = (world, does) => {
  const table: Table = new Map();
  const secrets = new Map<string, unknown>();
  /** Settings with what is assumed where nothing is sent. */
  const filled = (settings: unknown): Stored | undefined => {
    if (!isObject(settings)) return undefined;
    const { sound } = settings;
    const isEmpty = does('defaults within members are not filled in');
    const inner = isEmpty ? {} : { volume: does('a default within a member is another') ? 7 : 5 };
    return {
      ...(isEmpty ? {} : { light: 'dim' }),
      ...settings,
      ...(isObject(sound) ? { sound: { ...inner, ...sound } } : {}),
      set_by: 'staff',
    };
  };
  /** A record of what was sent: no reply shows the pin, and nobody says who has set something. */
  const kept = (sent: Stored, method: string): Stored => {
    const settings = filled(sent.settings);
    const own =
      does(`who has set something is taken from a ${method}`) && isObject(sent.settings)
        ? pick(sent.settings, ['set_by'])
        : {};
    const { pin: _, ...door } = (sent.door ?? {}) as Stored;
    const whole: Stored = {
      ...sent,
      ...(sent.door === undefined ? {} : { door: does('the pin of the door is shown') ? sent.door : door }),
      ...(settings === undefined ? {} : { settings: { ...settings, ...own } }),
    };
    return changedByFault(whole);
  };
  const changedByFault = (record: Stored): Stored => {
    const { plan, settings, surcharge, seats, slug, contact, labels } = record;
    if (does('the names of labels are lowered') && isObject(labels))
      return {
        ...record,
        labels: Object.fromEntries(Object.entries(labels).map(([name, one]) => [name.toLowerCase(), one])),
      };
    if (does('the remark of a plan is lost') && isObject(plan))
      return { ...record, plan: { ...plan, remark: undefined } };
    if (does('texts within members are trimmed') && isObject(settings) && typeof settings.note === 'string')
      return { ...record, settings: { ...settings, note: settings.note.trim() } };
    if (does('texts within items are lowered') && isObject(plan) && Array.isArray(plan.tables))
      return {
        ...record,
        plan: JSON.parse(JSON.stringify(plan), (name, one) =>
          name === '0' && typeof one === 'string' ? one.toLowerCase() : one,
        ),
      };
    if (does('a surcharge is rounded') && typeof surcharge === 'number')
      return { ...record, surcharge: Math.round(surcharge * 10) / 10 };
    if (does('the greatest number is cut') && Number(seats) > 1999) return { ...record, seats: 1999 };
    if (does('a slug loses its upper case')) return { ...record, slug: String(slug).toLowerCase() };
    if (does('an address loses its upper case') && contact !== undefined)
      return { ...record, contact: String(contact).toLowerCase() };
    if (does('a time loses its offset') && typeof record.opens_at === 'string')
      return { ...record, opens_at: `${record.opens_at.slice(0, 19)}Z` };
    return record;
  };
  const expectFree = (slug: unknown, own: unknown): void => {
    const plain = (text: unknown): string =>
      does('a slug may come twice in another case') ? String(text) : String(text).toLowerCase();
    for (const one of table.values())
      if (plain(one.slug) === plain(slug) && one.id !== own) throw new Refused(409, 'The slug is taken.', '/slug');
  };
  /** Refused as if it were beyond a bound of the document: the bound itself, or what the venue has a rule of its own about. */
  const expectInside = ({ title, seats, settings }: Stored): void => {
    const { volume } = Object((settings as Stored | undefined)?.sound);
    const wrong = [
      ...(does('the longest title is refused') && String(title).length === 40 ? ['/title'] : []),
      ...(does('the fewest seats are refused') && seats === 1 ? ['/seats'] : []),
      ...(does('the highest volume is refused') && volume === 10 ? ['/settings/sound/volume'] : []),
      ...(does('long titles are not taken') && String(title).length > 35 ? ['/title'] : []),
    ];
    for (const pointer of wrong) throw new Refused(422, 'Out of bounds.', pointer);
  };
  const merged = (target: unknown, patch: unknown, depth = 0): unknown => {
    if (Array.isArray(patch) && Array.isArray(target) && does('a patch adds to lists')) return [...target, ...patch];
    if (!isObject(patch)) return patch;
    const isReplaced =
      (depth === 2 && does('a patch replaces what lies deeper')) ||
      (depth === 1 && does('a patch replaces the labels'));
    const result: Record<string, unknown> = isObject(target) && !isReplaced ? { ...target } : {};
    for (const [name, value] of Object.entries(patch)) {
      if (value !== null) result[name] = merged(result[name], value, depth + 1);
      else if (depth === 0 || !does('null within a member is passed over')) delete result[name];
    }
    return result;
  };
  const keep = (record: Stored): Stored => {
    table.set(String(record.id), record);
    return record;
  };
  const revealed = (record: Stored, where: string): Stored =>
    does(`the pin is shown ${where}`) && secrets.has(String(record.id))
      ? { ...record, access: secrets.get(String(record.id)) }
      : record;
  const shown = (body: Stored): Reply => ({ status: 200, body });
  const noteSecret = (record: Stored, { door }: Stored): void => {
    if (isObject(door) && door.pin !== undefined) secrets.set(String(record.id), door.pin);
  };
  const listed = new Map<string, Stored>();

  return {
    listLayouts: ({ query }) => {
      const all = [...(does('a deleted layout is listed') ? [...table.values(), ...listed.values()] : table.values())];
      const left = all.filter(({ plan }) => query.plan_kind === undefined || (plan as Stored).kind === query.plan_kind);
      const found =
        query.plan_kind !== undefined && does('a deleted layout is found') ? [...left, ...listed.values()] : left;
      return { status: 200, body: found.map((one) => revealed(one, 'in lists')).slice(0, Number(query.max ?? 200)) };
    },
    addLayout: (asked) => {
      const body = bodyOf(asked);
      expectInside(body);
      expectFree(body.slug, undefined);
      const id = newId('lay');
      const now = does('a layout is made in local time') ? `${world.now().slice(0, 19)}+02:00` : world.now();
      const record = keep({
        ...{ id, aisle_cm: AISLE, ...kept(pick(body, SENT), 'POST'), revision: 0, made_at: now, changed_at: now },
        ...(does('POST takes how often it was changed') ? pick(body, ['revision']) : {}),
      });
      noteSecret(record, body);
      const first = [...table.keys()][0];
      const where = does('a new layout is said to be at another') ? first : id;
      return {
        status: 201,
        headers: does('a new layout has no location') ? {} : { Location: `${PREFIX}/layouts/${where}` },
        body: record,
      };
    },
    getLayout: (asked) => shown(at(table, asked, 'layoutId')),
    putLayout: (asked) => {
      const before = at(table, asked, 'layoutId');
      const body = bodyOf(asked);
      expectFree(body.slug, before.id);
      noteSecret(before, body);
      const now = world.now();
      return shown(
        revealed(
          keep({
            ...{ id: before.id, aisle_cm: does('a replacement keeps what has a default') ? before.aisle_cm : AISLE },
            ...(does('a replacement keeps what it omits') ? before : {}),
            ...(does('a replacement keeps the settings') ? pick(before, ['settings']) : {}),
            ...kept(pick(body, SENT), 'PUT'),
            ...(does('a replacement adds to the labels') && isObject(body.labels)
              ? { labels: { ...Object(before.labels), ...body.labels } }
              : {}),
            revision: Number(before.revision) + 1,
            made_at: does('a replacement is made anew') ? now : before.made_at,
            changed_at: does('a replacement leaves the time of the last change') ? before.changed_at : now,
            ...(does('PUT takes when it was made') ? pick(body, ['made_at']) : {}),
          }),
          'after a replacement',
        ),
      );
    },
    changeLayout: (asked) => {
      const before = at(table, asked, 'layoutId');
      const body = bodyOf(asked);
      // An object merges to an object.
      const record = merged(before, pick(body, SENT)) as Stored;
      if (does('a conflict takes the rest') && body.slug !== undefined && isTaken(table, record))
        keep({ ...record, slug: before.slug });
      expectFree(record.slug, before.id);
      for (const name of NEEDED)
        if (record[name] === undefined) throw new Refused(422, `A layout has a ${name}.`, `/${name}`);
      const plan = record.plan as Stored;
      for (const name of plan.kind === 'rows' ? ['rows', 'per_row'] : ['tables'])
        if (plan[name] === undefined) throw new Refused(422, `A plan has ${name}.`, `/plan/${name}`);
      const now = world.now();
      return shown(
        revealed(
          keep({
            ...{ id: before.id, ...kept(record, 'PATCH') },
            ...(does('a patch drops the contact') && body.contact === undefined ? { contact: undefined } : {}),
            ...(does('a patch resets the aisle') && body.aisle_cm === undefined ? { aisle_cm: AISLE } : {}),
            revision: Number(before.revision) + 1,
            made_at: does('a patch is made anew') ? now : before.made_at,
            changed_at: does('a patch leaves the time of the last change') ? before.changed_at : now,
            ...(does('PATCH takes when it was changed') ? pick(body, ['changed_at']) : {}),
          }),
          'after a patch of the layout',
        ),
      );
    },
    removeLayout: (asked) => {
      const record = at(table, asked, 'layoutId');
      const ids = [...table.keys()];
      const before = ids[ids.indexOf(String(record.id)) - 1];
      if (before !== undefined && does('a deletion takes the one before')) table.delete(before);
      listed.set(String(record.id), record);
      table.delete(String(record.id));
      return { status: 204 };
    },
  };
};

const isTaken = (table: Table, { slug, id }: Stored): boolean =>
  [...table.values()].some((one) => String(one.slug).toLowerCase() === String(slug).toLowerCase() && one.id !== id);
