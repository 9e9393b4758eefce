import { expect, test } from 'vitest';
import { readEnv } from '../../config/env.ts';
import { databaseSettings, withLogin } from '../../local/product-environment.ts';

const urls = {
  owner: 'postgres://owner@db/lavra',
  api: 'postgres://api@db/lavra',
  worker: 'postgres://worker@db/lavra',
};
const inherited = { PATH: '/bin', DATABASE_POOL: '5', DATABASE_ADMIN_URL: 'postgres://postgres@db/lavra' };

test.each(['api', 'worker'] as const)(
  'the process of the %s knows its own login alone, whatever it inherits',
  (login) => {
    const environment = withLogin({ ...inherited, ...databaseSettings(urls) }, login, urls);
    expect(environment).toMatchObject({ PATH: '/bin', DATABASE_POOL: '5' });
    expect(Object.values(environment).filter((value) => value.startsWith('postgres:'))).toEqual([urls[login]]);
    const { apiDatabaseUrl, workerDatabaseUrl } = readEnv(environment);
    expect({ api: apiDatabaseUrl, worker: workerDatabaseUrl }[login]).toBe(urls[login]);
  },
);

test('the command line knows all logins', () => {
  const { databaseUrl, apiDatabaseUrl, workerDatabaseUrl } = readEnv(databaseSettings(urls));
  expect({ owner: databaseUrl, api: apiDatabaseUrl, worker: workerDatabaseUrl }).toEqual(urls);
});

test('with one URL every part uses it', () => {
  const { apiDatabaseUrl, workerDatabaseUrl } = readEnv({ DATABASE_URL: urls.owner, DATABASE_API_URL: '' });
  expect([apiDatabaseUrl, workerDatabaseUrl]).toEqual([urls.owner, urls.owner]);
});
