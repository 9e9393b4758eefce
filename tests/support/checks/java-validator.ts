import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether this machine has Java with a compiler, which can run a source file. */
export const hasJava = spawnSync('javac', ['--version']).status === 0;

/**
 * The faults that the validator of the JDK (Xerces, javax.xml.validation) finds in each document against a schema of a folder: a second
 * opinion that shares no code with libxml2.
 */
export function faultsByJava(schemas: string, name: string, documents: string[]): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'lavra-xsd-'));
  try {
    for (const file of readdirSync(schemas)) {
      const text = readFileSync(join(schemas, file), 'utf8');
      // The schema of XMLDSig names the DTD of schemas at the W3C; nothing is fetched.
      writeFileSync(join(folder, file), text.replace(/(<!DOCTYPE schema)\s+PUBLIC\s+"[^"]*"\s+"[^"]*"/, '$1'));
    }
    const source = join(folder, 'XsdCheck.java');
    writeFileSync(source, program);
    const files = documents.map((xml, place) => {
      const file = join(folder, `${place}.xml`);
      writeFileSync(file, xml);
      return file;
    });
    const told = execFileSync('java', [source, join(folder, name), ...files], {
      encoding: 'utf8',
      maxBuffer: 16 * 1024 * 1024,
    });
    const faults: string[][] = documents.map(() => []);
    for (const line of told.split('\n').filter((each) => each !== '')) {
      const [place, message = ''] = line.split('\t');
      faults[Number(place)]?.push(message);
    }
    return faults;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const program = `
import java.io.File;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.*;
import org.xml.sax.*;

class XsdCheck {
    public static void main(String[] args) throws Exception {
        SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "file");
        Schema schema = factory.newSchema(new File(args[0]));
        for (int place = 1; place < args.length; place++) {
            final int document = place - 1;
            Validator validator = schema.newValidator();
            validator.setErrorHandler(new ErrorHandler() {
                public void warning(SAXParseException one) { tell(one); }
                public void error(SAXParseException one) { tell(one); }
                public void fatalError(SAXParseException one) { tell(one); }
                void tell(SAXParseException one) {
                    System.out.println(document + "\\t" + one.getMessage().replace('\\n', ' '));
                }
            });
            try {
                validator.validate(new StreamSource(new File(args[place])));
            } catch (SAXException told) {
                // the handler has already recorded it
            }
        }
    }
}
`;
