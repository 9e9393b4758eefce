#!/bin/sh
# Makes the .pfx files that node-forge cannot write, with OpenSSL 3 and its legacy provider. Run it here, once; every password is "Lavra 2026".
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/leaf.cnf" <<CNF
[req]
distinguished_name = name
prompt = no
[name]
O = ICP-Brasil
CN = LOJA DE TESTE LTDA
[leaf]
subjectAltName = otherName:2.16.76.1.3.3;PRINTABLESTRING:11222333000181
CNF
make() { # <file name> <key algorithm...>: a self-signed certificate of the test company and its key
  file=$1
  shift
  openssl req -x509 -newkey "$@" -nodes -days 36500 -config "$work/leaf.cnf" -extensions leaf \
    -keyout "$work/$file.key" -out "$work/$file.crt" 2> /dev/null
}
export_pfx() { # <file name> <certificate> <options...>
  file=$1
  certificate=$2
  shift 2
  openssl pkcs12 -export -in "$work/$certificate.crt" -inkey "$work/$certificate.key" -passout "pass:Lavra 2026" -out "$file.pfx" "$@"
}
make rsa rsa:2048
make ec ec -pkeyopt ec_paramgen_curve:prime256v1
cp "$work/rsa.crt" rsa.crt
export_pfx rc2-40 rsa -legacy -certpbe PBE-SHA1-RC2-40 -keypbe PBE-SHA1-3DES
export_pfx triple-des rsa -legacy -certpbe PBE-SHA1-3DES -keypbe PBE-SHA1-3DES
export_pfx pbes2-sha256 rsa -certpbe AES-256-CBC -keypbe AES-256-CBC -macalg sha256
export_pfx pbes2-aes-128 rsa -certpbe AES-128-CBC -keypbe AES-128-CBC -macalg sha1
export_pfx many-rounds rsa -iter 5000
export_pfx without-mac rsa -nomac
export_pfx elliptic ec
openssl pkcs12 -export -nokeys -in "$work/rsa.crt" -passout "pass:Lavra 2026" -out without-key.pfx
openssl pkcs12 -export -in "$work/rsa.crt" -inkey "$work/rsa.key" -passout "pass:sênha ção" -out accented-password.pfx
