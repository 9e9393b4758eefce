import { join } from 'node:path';
import { type Pack, packFor, packsInForce, SchemaFamilyMissing } from '../../adapters/schemas/packs.ts';
import { createValidator } from '../../adapters/schemas/validator.ts';
import { familyTitle, rootSchemaOf, schemaFamilies, type SchemaFamily } from '../../domain/document-types.ts';
import { brasiliaDay } from '../../domain/fiscal-time.ts';
import { type LawTables, shippedLawTables } from '../../domain/taxation/law-tables.ts';
import { expiryNotice, expiryOf } from '../../domain/taxation/rates/ibs-cbs.ts';
import { type DoctorFinding, findingsOf, reasonOf } from './finding.ts';

const ofRates = findingsOf('rates');
const addCbs = 'quando publicada, rode "lavra rates add ibs-cbs" e reinicie API e workers, ou atualize o Lavra';

/** Whether the operator's law tables can be read, and how long the rates of IBS and CBS last. */
export function checkLawTables(read: () => LawTables, now: Date): DoctorFinding[] {
  let rates: LawTables;
  try {
    rates = read();
  } catch (error) {
    return [
      ofRates.failure(
        reasonOf(error),
        'veja todas as falhas com "lavra rates check" e corrija o arquivo de LAVRA_RATES',
      ),
    ];
  }
  const today = brasiliaDay(now);
  return [checkIbsCbs(rates, today), ...checkApproximateTaxes(rates, today)];
}

/** The law tables of the operator's file; the shipped ones where it cannot be read, which `checkLawTables` reports. */
export function tablesInForce(read: () => LawTables): LawTables {
  try {
    return read();
  } catch {
    return shippedLawTables;
  }
}

function checkIbsCbs(rates: LawTables, today: string): DoctorFinding {
  const expiry = expiryOf(rates, today);
  const notice = expiryNotice(expiry);
  if (notice === null) return ofRates.ok(`IBS e CBS conhecidos até a véspera de ${expiry.from}`);
  return expiry.days > 0 ? ofRates.warning(notice, addCbs) : ofRates.failure(notice, addCbs);
}

/** Whether the table of Lei 12.741 is in force: it is replaced every few months, and without it no approximate taxes are printed. */
function checkApproximateTaxes({ approximateTaxes }: LawTables, today: string): DoctorFinding[] {
  if (!approximateTaxes || today <= approximateTaxes.until) return [];
  const { source, until } = approximateTaxes;
  const mend = 'ponha a tabela nova em approximateTaxes, no arquivo de LAVRA_RATES';
  return [ofRates.warning(`a tabela de tributos aproximados (${source}) valeu até ${until}`, mend)];
}

const addPack = 'instale um pacote com "lavra schemas add" e ponha a pasta em LAVRA_SCHEMAS';
const ofSchemas = findingsOf('schemas');

/** For each family of schemas: which pack checks a document of today, whether it is in force, and whether it and every later pack compile. */
export function checkSchemas(installedPacks: () => Pack[]): DoctorFinding[] {
  try {
    const packs = installedPacks();
    if (packs.length === 0) return [ofSchemas.failure('LAVRA_SCHEMAS está vazio', addPack)];
    const today = brasiliaDay(new Date());
    return schemaFamilies.flatMap((family) => checkFamily(packs, family, today));
  } catch (error) {
    return [ofSchemas.failure(reasonOf(error), addPack)];
  }
}

function checkFamily(packs: Pack[], family: SchemaFamily, today: string): DoctorFinding[] {
  const title = familyTitle[family];
  try {
    const used = packFor(packs, family, today);
    const ahead = packs.filter((pack) => pack !== used && pack.validFrom > today && pack.families.includes(family));
    return [checkUsed(used, family, today), ...ahead.map((pack) => checkAhead(pack, family))];
  } catch (error) {
    if (!(error instanceof SchemaFamilyMissing)) return [ofSchemas.failure(`${title}: ${reasonOf(error)}`, addPack)];
    return [ofSchemas.warning(`${title}: nenhum pacote instalado`, `para emitir ${title}: ${error.message}`)];
  }
}

function checkUsed(pack: Pack, family: SchemaFamily, today: string): DoctorFinding {
  compile(pack, family);
  const title = familyTitle[family];
  const { id, validFrom } = pack;
  if (packsInForce([pack], family, today).length > 0)
    return ofSchemas.ok(`${title}: ${id}, em vigor desde ${validFrom}`);
  return ofSchemas.warning(`${title}: ${id} não está em vigor hoje (vale desde ${validFrom})`, addPack);
}

/** Compiles a pack that comes into force later: a fault in it would stop every document from that day on. */
function checkAhead(pack: Pack, family: SchemaFamily): DoctorFinding {
  const title = familyTitle[family];
  const { id, validFrom } = pack;
  try {
    compile(pack, family);
    return ofSchemas.ok(`${title}: ${id}, vale a partir de ${validFrom}`);
  } catch (error) {
    return ofSchemas.failure(
      `${title}: ${id}, que vale a partir de ${validFrom}, não compila (${reasonOf(error)})`,
      addPack,
    );
  }
}

function compile({ folder }: Pack, family: SchemaFamily): void {
  createValidator(join(folder, family)).compile(rootSchemaOf[family]);
}
