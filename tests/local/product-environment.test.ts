import { expect, test } from 'vitest';
import { readEnv } from '../../config/env.ts';
import { databaseSettings, withLogin } from '../../local/product-environment.ts';

const urls = {
  owner: 'postgres://owner@db/lavra',
  api: 'postgres://api@db/lavra',
  panel: 'postgres://panel@db/lavra',
  worker: 'postgres://worker@db/lavra',
};
const inherited = { PATH: '/bin', DATABASE_POOL: '5', DATABASE_ADMIN_URL: 'postgres://postgres@db/lavra' };

test.each(['api', 'panel', 'worker'] as const)(
  'the process of the %s knows its own login alone, whatever it inherits',
  (login) => {
    const environment = withLogin({ ...inherited, ...databaseSettings(urls) }, login, urls);
    expect(environment).toMatchObject({ PATH: '/bin', DATABASE_POOL: '5' });
    expect(Object.values(environment).filter((value) => value.startsWith('postgres:'))).toEqual([urls[login]]);
    const { apiDatabaseUrl: api, panelDatabaseUrl: panel, workerDatabaseUrl: worker } = readEnv(environment);
    expect({ api, panel, worker }[login]).toBe(urls[login]);
  },
);

test('the command line knows all logins', () => {
  const env = readEnv(databaseSettings(urls));
  const { databaseUrl: owner, apiDatabaseUrl: api, panelDatabaseUrl: panel, workerDatabaseUrl: worker } = env;
  expect({ owner, api, panel, worker }).toEqual(urls);
});

test('with one URL every part uses it', () => {
  const { apiDatabaseUrl, workerDatabaseUrl } = readEnv({ DATABASE_URL: urls.owner, DATABASE_API_URL: '' });
  expect([apiDatabaseUrl, workerDatabaseUrl]).toEqual([urls.owner, urls.owner]);
});
