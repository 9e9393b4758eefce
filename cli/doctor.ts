import { createIdentities } from '../activities/identities.ts';
import { createOrm, migrationNames } from '../config/orm.ts';
import { readLawTables } from '../config/rates.ts';
import { chromiumExecutable } from '../machine/chromium.ts';
import { examine, type ExamineOptions, type ExaminedInstallation } from '../operations/doctor/examine.ts';
import type { DoctorFinding } from '../operations/doctor/finding.ts';
import { temporalExamination } from '../temporal/examination.ts';
import { installedPacks } from './schemas/packs.ts';
import type { Session } from './session.ts';

/** Examines the installation that the settings of this session name. */
export function examineSession(session: Session, options: ExamineOptions): Promise<DoctorFinding[]> {
  return examine(installationOf(session), options);
}

function installationOf(session: Session): ExaminedInstallation {
  return {
    env: () => session.env(),
    orm: () => session.orm(),
    logins() {
      const { databaseUrl, apiDatabaseUrl, panelDatabaseUrl, workerDatabaseUrl } = session.env();
      return { owner: databaseUrl, api: apiDatabaseUrl, panel: panelDatabaseUrl, worker: workerDatabaseUrl };
    },
    migrations: migrationNames,
    openDatabase: (url, { connectMs }) => createOrm(url, { pool: 1, connectMs }),
    temporal: async () => temporalExamination(await session.temporal()),
    masterKey: () => session.masterKey(),
    identities: () => createIdentities(session.masterKey()),
    authority: () => session.authority(),
    rates: () => readLawTables(session.env()),
    schemaPacks: () => installedPacks(session.env()),
    findChromium: chromiumExecutable,
  };
}
