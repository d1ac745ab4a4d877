import { isDeepStrictEqual } from 'node:util';
import { type Asked, Refused, type Reply } from '../../reach/application';
import { at, bodyOf, expectThere, merged, pick } from './records';
import { newId, type Part, PREFIX, type Stored } from './world';

const MOST_DESKS = 6;

/** Teams with desks below them and loans that name them: what is done to one of these depends on the others. */
export const teams: Part = (world, does) => {
  const { teams: table, desks, loans } = world;
  const desksOf = (id: unknown): readonly Stored[] => [...desks.values()].filter((one) => one.team_id === id);
  const sumOf = (all: readonly Stored[]): number =>
    all.reduce(
      (sum, one) => sum + Number(one.cents) * (does('a sum counts each desk once') ? 1 : Number(one.count)),
      0,
    );
  /** A team with what its desks and loans come to. */
  const shown = (team: Stored): Stored => {
    const own = desksOf(team.id);
    const counted = does('a desk that is gone still counts') ? Number(team.ever) : own.length;
    const { ever: _, sum, ...rest } = team;
    const out = [...loans.values()].filter((one) => one.team_id === team.id);
    return {
      ...rest,
      desk_count: does('desks are counted over all teams') ? desks.size : counted,
      monthly_cents: sum ?? sumOf(own),
      loans_out: out.filter(({ status }) => status === 'out' || does('loans that are back still count')).length,
    };
  };
  const set = (team: Stored, isTouched = true): Reply => {
    const isStamped = isTouched && !does('a change leaves its time as it was');
    const after = isStamped ? { ...team, updated_at: world.now() } : team;
    table.set(String(team.id), after);
    return { status: 200, body: shown(after) };
  };
  const quotaIn = (quota: unknown, used: unknown, fault: string): Stored =>
    quota === undefined
      ? {}
      : {
          quota: {
            ...pick(quota as Stored, ['hours', 'remark', ...(does(fault) ? ['used'] : [])]),
            ...pick({ used }, ['used']),
          },
        };
  const expectStatus = (team: Stored, status: string, fault?: string): void => {
    if (team.status !== status && (fault === undefined || !does(fault)))
      throw new Refused(409, `The team is ${team.status}.`);
  };
  const expectFree = (asked: Asked, label: unknown, own: unknown): void => {
    const others = does('a label is taken in all teams') ? [...desks.values()] : desksOf(asked.path.teamId);
    const isTaken = others.some((one) => one.label === label && one.id !== own);
    if (isTaken && !does('a label may come twice in a team')) throw new Refused(409, 'Another desk has this label.');
    if (world.labels.has(`${asked.path.teamId} ${label}`) && does('a label of a desk that is gone stays taken'))
      throw new Refused(409, 'A desk had this label.');
  };
  const dethrone = (team: unknown): void => {
    for (const one of desksOf(team))
      if (one.is_main === true && !does('a team has two main desks'))
        desks.set(String(one.id), { ...one, is_main: false });
  };
  const deskAt = (asked: Asked): Stored => {
    const desk = at(desks, asked, 'deskId');
    if (desk.team_id !== at(table, asked, 'teamId').id) throw new Refused(404, 'This team has no such desk.');
    return desk;
  };
  /** Loans as they were just before: who looks first and writes later sees them so. */
  const before = new Map<string, { readonly by: string; readonly until: number }>();
  const end = (asked: Asked, status: string, more: Stored = {}): Reply => {
    const loan = at(loans, asked, 'loanId');
    const id = String(loan.id);
    const { by = status, until = 0 } = before.get(id) ?? {};
    const isRacing = by !== status && performance.now() < until && does('a loan is returned and lost at once');
    if (loan.status !== 'out' && !isRacing) throw new Refused(409, `The loan is ${loan.status}.`);
    before.set(id, { by: status, until: performance.now() + LOOKING_MS });
    const after = { ...loan, ...more, status };
    loans.set(id, after);
    return { status: 200, body: after };
  };
  const draftAt = (asked: Asked, fault: string): Stored => {
    const loan = at(loans, asked, 'loanId');
    if (loan.status !== 'draft' && !does(fault)) throw new Refused(409, `The loan is ${loan.status}.`);
    return loan;
  };
  const expectDesk = (id: unknown, team: unknown, by: string): void => {
    const desk = desks.get(String(id));
    if (desk === undefined && !does(`${by} goes to no desk`)) throw new Refused(422, 'There is no such desk.');
    if (desk !== undefined && desk.team_id !== team && !does(`${by} goes to a desk of another team`))
      throw new Refused(422, 'The desk is one of another team.');
  };
  const setLoan = (loan: Stored, status: number): Reply => {
    loans.set(String(loan.id), loan);
    return { status, body: loan };
  };
  return {
    listTeams: () => ({ status: 200, body: [...table.values()].map(shown) }),
    addTeam: (asked) => {
      const id = newId('tea');
      const body = bodyOf(asked);
      const times = { made_at: world.now(), updated_at: world.now() };
      const quota = quotaIn(body.quota, undefined, 'a new team takes what was used');
      const team: Stored = { id, ...pick(body, ['title']), ...quota, status: 'active', ever: 0, ...times };
      table.set(id, team);
      return { status: 201, headers: { Location: `${PREFIX}/teams/${id}` }, body: shown(team) };
    },
    getTeam: (asked) => {
      const team = at(table, asked, 'teamId');
      return does('a read counts as a change') ? set(team) : { status: 200, body: shown(team) };
    },
    changeTeam: (asked) => {
      const team = at(table, asked, 'teamId');
      const { title, quota } = bodyOf(asked);
      const used = (team.quota as Stored | undefined)?.used;
      const isDeep = quota !== undefined && !does('a patch of a quota replaces it');
      const after = isDeep ? (merged(team, { quota }, does) as Stored).quota : quota;
      const changed: Stored = {
        ...team,
        ...(title === undefined ? {} : { title }),
        ...quotaIn(after, used, 'a patch takes what was used'),
        ...(does('a change is a new beginning') ? { made_at: world.now() } : {}),
      };
      return set(
        changed,
        !isDeepStrictEqual(team, changed) || does('a change that makes no difference moves its time'),
      );
    },
    removeTeam: (asked) => {
      const { id } = at(table, asked, 'teamId');
      const own = desksOf(id);
      const isHeld = own.length > 0 && !does('a team with desks is removed');
      if (isHeld && does('a refused removal takes the desks')) for (const one of own) desks.delete(String(one.id));
      if (isHeld) throw new Refused(409, 'The team has desks.');
      for (const one of own) desks.delete(String(one.id));
      table.delete(String(id));
      world.gone.add(String(id));
      return { status: 204 };
    },
    suspendTeam: (asked) => {
      const team = at(table, asked, 'teamId');
      expectStatus(team, 'active');
      const isOut = [...loans.values()].some((one) => one.team_id === team.id && one.status === 'out');
      if (isOut && !does('a team with loans out is suspended'))
        throw new Refused(409, 'The team has loans that are out.');
      return set({ ...team, status: 'suspended' });
    },
    resumeTeam: (asked) => {
      const team = at(table, asked, 'teamId');
      expectStatus(team, 'suspended');
      return set({ ...team, status: 'active' });
    },

    listDesks: (asked) => {
      const own = desksOf(at(table, asked, 'teamId').id);
      const isFirst = (one: Stored): boolean => one.is_main === true && !does('the main desk stands where it was made');
      return { status: 200, body: own.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one))) };
    },
    addDesk: (asked) => {
      const team = at(table, asked, 'teamId');
      const body = bodyOf(asked);
      const most = does('a team has a desk more')
        ? MOST_DESKS + 1
        : does('a team has a desk less')
          ? MOST_DESKS - 1
          : MOST_DESKS;
      if (desksOf(team.id).length >= most && !does('a team has any number of desks'))
        throw new Refused(409, 'The team has all its desks.');
      expectFree(asked, body.label, undefined);
      const id = newId('dsk');
      const isFirst = desksOf(team.id).length === 0 && !does('the first desk is no main one');
      const isMain = isFirst || body.is_main === true;
      const times = { made_at: world.now() };
      if (isMain) dethrone(team.id);
      const desk: Stored = {
        id,
        team_id: team.id,
        ...pick(body, ['label', 'cents', 'count']),
        is_main: isMain,
        ...times,
      };
      desks.set(id, desk);
      const sum = does('the sum is that of the last desk') ? { sum: sumOf([desk]) } : {};
      set({ ...team, ever: Number(team.ever) + 1, ...sum }, false);
      return { status: 201, headers: { Location: `${PREFIX}/teams/${team.id}/desks/${id}` }, body: desk };
    },
    getDesk: (asked) => ({ status: 200, body: deskAt(asked) }),
    changeDesk: (asked) => {
      const before = deskAt(asked);
      const body = bodyOf(asked);
      if (body.label !== undefined) expectFree(asked, body.label, before.id);
      const isMain = body.is_main ?? before.is_main;
      if (body.is_main === true) dethrone(before.team_id);
      const isKept = before.is_main === true && !does('a team is left without a main desk');
      const desk: Stored = { ...before, ...pick(body, ['label', 'cents', 'count']), is_main: isKept || isMain };
      const team = at(table, asked, 'teamId');
      if (does('a sum does not follow a change')) set({ ...team, sum: shown(team).monthly_cents }, false);
      desks.set(String(desk.id), desk);
      return { status: 200, body: desk };
    },
    removeDesk: (asked) => {
      const desk = deskAt(asked);
      const team = at(table, asked, 'teamId');
      if (does('a sum keeps a desk that is gone')) set({ ...team, sum: shown(team).monthly_cents }, false);
      world.labels.add(`${team.id} ${desk.label}`);
      desks.delete(String(desk.id));
      const own = desksOf(team.id);
      const heir = does('the last desk inherits') ? own.at(-1) : own[0];
      if (desk.is_main === true && heir !== undefined && !does('a main desk has no heir'))
        desks.set(String(heir.id), { ...heir, is_main: true });
      return { status: 204 };
    },

    listLoans: () => ({ status: 200, body: [...loans.values()] }),
    addLoan: (asked) => {
      const { team_id: team, what, desk_id: desk } = bodyOf(asked);
      if (!(does('a team that is gone may borrow') && world.gone.has(String(team)))) expectThere(table, team);
      expectStatus(table.get(String(team)) ?? { status: 'active' }, 'active', 'a suspended team may borrow');
      if (desk !== undefined) expectDesk(desk, team, 'a loan');
      const id = newId('loa');
      const count = loans.size + 1;
      const roll = String(
        9990 + (does('every other loan has the roll of the one before') ? count - (count % 2) : count),
      );
      const to = desk === undefined ? {} : { desk_id: desk };
      const loan: Stored = { id, roll, team_id: team, ...to, what, parts: [], status: 'draft', made_at: world.now() };
      loans.set(id, loan);
      return { status: 201, headers: { Location: `${PREFIX}/loans/${id}` }, body: loan };
    },
    getLoan: (asked) => {
      before.delete(asked.path.loanId ?? '');
      return { status: 200, body: at(loans, asked, 'loanId') };
    },
    changeLoan: (asked) => {
      const loan = at(loans, asked, 'loanId');
      const { what = loan.what, desk_id: desk = loan.desk_id } = bodyOf(asked);
      const isKept = what !== loan.what && loan.status === 'out' && !does('a loan that is out is called otherwise');
      if (isKept || ['returned', 'lost'].includes(String(loan.status)))
        throw new Refused(409, `The loan is ${loan.status}.`);
      if (desk !== undefined && desk !== null) expectDesk(desk, loan.team_id, 'a changed loan');
      const { desk_id: _, ...rest } = loan;
      return setLoan({ ...rest, what, ...(desk === undefined || desk === null ? {} : { desk_id: desk }) }, 200);
    },
    addPart: (asked) => {
      const loan = draftAt(asked, 'a loan that is out takes parts');
      return setLoan({ ...loan, parts: [...(loan.parts as readonly unknown[]), bodyOf(asked)] }, 201);
    },
    handOutLoan: (asked) => {
      const loan = draftAt(asked, 'a loan is handed out again');
      const isBare = (loan.parts as readonly unknown[]).length === 0 && !does('a loan without parts is handed out');
      if (isBare) throw new Refused(422, 'The loan has no parts.');
      return setLoan({ ...loan, status: 'out' }, 200);
    },
    returnLoan: (asked) => {
      const { reason, check } = bodyOf(asked);
      return end(asked, 'returned', {
        ...(does('a return loses what was checked') ? {} : { check }),
        returned_because: does('each loan is returned for the same reason') ? 'It came back.' : reason,
      });
    },
    loseLoan: (asked) => end(asked, 'lost'),
  };
};

const LOOKING_MS = 25;
