"""Files of formats that nerkit does not read: name -> what a message calls it, and its bytes."""

import gzip
import io
import json
import pickle
import sqlite3
import struct
import tarfile
import zipfile
import zlib

import numpy as np

SENTENCES = ["Anna met Tolkien in Oxford.", "He left on Monday, with two books.", "Nobody saw him again."]
PROSE = "\n".join(SENTENCES * 4) + "\n"


def _archive(*names):
    """A ZIP file with members of these names."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name in names:
            archive.writestr(name, "<x>a</x>" * 20)
    return held.getvalue()


def _tar():
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w") as archive:
        for name in ("gold.bio", "system.bio"):
            member = tarfile.TarInfo(name)
            member.size = 20
            archive.addfile(member, io.BytesIO(b"Tolkien B-PER\nleft O"))
    return held.getvalue()


def _sqlite():
    with sqlite3.connect(":memory:") as base:
        base.execute("create table entities (doc text, start int, label text)")
        base.execute("insert into entities values ('d1', 0, 'PER')")
        return base.serialize()


def _npy():
    held = io.BytesIO()
    np.save(held, np.arange(12).reshape(3, 4))
    return held.getvalue()


def _png():
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"\0" + b"\xff\0\0" * 2 + b"\0" + b"\0\xff\0" * 2)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


HTML_TABLE = (
    "<table>\n<tr><td>Tolkien</td><td>PER</td></tr>\n<tr><td>Oxford</td><td>LOC</td></tr>\n"
    "<tr><td>Monday</td><td>DATE</td></tr>\n</table>\n"
)
TIMEML = (
    '<?xml version="1.0" ?>\n<TimeML xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n'
    '<DOCID>wsj_1</DOCID>\n<TEXT>He <EVENT eid="e1" class="OCCURRENCE">left</EVENT> on '
    '<TIMEX3 tid="t1" type="DATE" value="1920-01-02">Monday</TIMEX3> and '
    '<EVENT eid="e2" class="OCCURRENCE">came</EVENT> back.</TEXT>\n</TimeML>\n'
)
BARE_TIMEML = TIMEML.partition("\n")[2]
MARKDOWN = (
    "# Notes\n\nSee [the manual](http://example.org/manual) and [the list](list.md).\n\n"
    "- one [item](https://example.org)\n- **another**\n\n```python\nx = 1\n```\n"
)
PLAIN_MARKDOWN = (
    "# Notes\n\n- Tolkien was born in Bloemfontein.\n- He left for *Oxford*.\n\n## More\n\n1. One\n"
)
YAML = (
    "---\nname: corpus\nlabels:\n  - PER\n  - LOC\ndocuments:\n  - id: d1\n    text: Tolkien left\n"
    "    entities:\n      - [0, 7, PER]\n"
)
TOML = (
    '[tool.corpus]\nname = "gold"\nlabels = ["PER", "LOC"]\n\n[tool.paths]\ngold = "gold.bio"\ndigits = 3\n'
)
INI = "; settings\n[DEFAULT]\nname = gold\npath = gold.bio\n\n[scoring]\ndigits = 3\nlabels = PER LOC\n"
RTF = r"{\rtf1\ansi\deff0{\fonttbl{\f0 Times;}}\f0\fs24 Tolkien left \b Oxford\b0 .\par}" + "\n"
PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\ntrailer\n%%EOF\n"
SQL = (
    "CREATE TABLE entities (doc TEXT, start INT, label TEXT);\n"
    "INSERT INTO entities VALUES ('d1', 0, 'PER');\n"
    "INSERT INTO entities VALUES ('d1', 8, 'LOC');\nSELECT * FROM entities;\n"
)
PYTHON = (
    "import json\nfrom pathlib import Path\n\n\ndef load(path: str) -> list[dict]:\n"
    "    return [json.loads(line) for line in Path(path).read_text().split()]\n\n\n"
    'if __name__ == "__main__":\n    print(load("gold.jsonl")[0])\n'
)
JAVA = (
    "package org.example;\n\nimport java.util.List;\nimport java.util.Map;\n\npublic class Scorer {\n"
    "    private final Map<String, List<String>> labels;\n\n    public double score(List<String> gold) {\n"
    "        return 1.0;\n    }\n}\n"
)
C = (
    '#include <stdio.h>\n#include "score.h"\n\nint main(int argc, char **argv) {\n    int count[3] = {0};\n'
    '    printf("%d\\n", count[0]);\n    return 0;\n}\n'
)
JAVASCRIPT = (
    "const fs = require('fs');\n\nfunction load(path) {\n  return JSON.parse(fs.readFileSync(path));\n}\n\n"
    "module.exports = { load };\nlet x = [1, 2](3);\n"
)
TSX = (
    "import React from 'react';\n\nexport default function App() {\n"
    "  return <div><span>one</span><b>two</b></div>;\n}\n"
)
RUST = 'use std::fs;\n\nfn main() {\n    let x: Vec<String> = vec![];\n    println!("{}", x.len());\n}\n'
GO = 'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println("one")\n\tx := 1\n\t_ = x\n}\n'
SHELL = '#!/bin/bash\nset -e\nfor f in *.bio; do\n  nerkit bio -g "$f" "$f"\ndone\n'
PERL = "#!/usr/bin/perl\nuse strict;\nmy %count;\nwhile (<>) { $count{$_}++ }\nprint keys %count;\n"
LISP = "(defun score (gold system)\n  (let ((x 1))\n    (+ x (length gold))))\n\n(score '(1 2) '(1 2))\n"
LOG = (
    "2024-01-02 10:11:12,345 INFO  [main] org.example.Scorer - reading gold.bio\n"
    "2024-01-02 10:11:13,001 WARN  [main] org.example.Scorer - 3 lines skipped\n"
    "2024-01-02 10:11:13,420 INFO  [main] org.example.Scorer - done\n"
)
ACCESS_LOG = (
    '127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "GET /a.gif HTTP/1.0" 200 2326\n'
    '127.0.0.1 - - [10/Oct/2000:13:55:37 -0700] "GET /b.gif HTTP/1.0" 200 2326\n'
)
SRT = (
    "1\n00:00:01,000 --> 00:00:04,000\nTolkien left.\n\n2\n00:00:05,000 --> 00:00:07,500\n"
    "<i>He</i> is gone.\n"
)
VTT = (
    "WEBVTT\n\n00:01.000 --> 00:04.000\n<v Roger>Tolkien left.</v>\n\n00:05.000 --> 00:07.500\n"
    "<b>He</b> is gone.\n"
)
CSV = (
    'name,born,place\n"Tolkien, J. R. R.",1892,Bloemfontein\nOrwell,1903,Motihari\nGreene,1904,Berkhamsted\n'
)
SEMICOLONS = "name;born;place\nTolkien;1892;Bloemfontein\nOrwell;1903;Motihari\n"
NUMBERS_CSV = "0,1,2.5\n1,4,3.5\n2,7,4.5\n"
TSV = "name\tborn\tplace\nTolkien\t1892\tBloemfontein\nOrwell\t1903\tMotihari\n"
ONE_LINE_TSV = "a\tb\tc\n"
LATEX = (
    "\\documentclass{article}\n\\begin{document}\n\\section{One}\nSee \\cite[p.~3]{a} and [Tolkien 1937].\n"
    "\\begin{tabular}{ll}\na & b \\\\\n\\end{tabular}\n\\end{document}\n"
)
DIFF = (
    "diff --git a/gold.bio b/gold.bio\nindex 83db48f..bf2a1c3 100644\n--- a/gold.bio\n+++ b/gold.bio\n"
    "@@ -1,3 +1,3 @@\n-Tolkien\tB-LOC\n+Tolkien\tB-PER\n left\tO\n"
)
MAKEFILE = ".PHONY: all\nall: gold.bio\n\tnerkit bio -g gold.bio system.bio\n\nclean:\n\trm -f *.json\n"
CSS = "body {\n  color: #333;\n  margin: 0 auto;\n}\n\na:hover, .label > b { color: red; }\n"
JSON_LD = json.dumps(
    {"@context": "https://schema.org", "@type": "Person", "name": "Tolkien", "birthPlace": "Bloemfontein"},
    indent=2,
)
GEO_JSON = json.dumps(
    {
        "type": "FeatureCollection",
        "features": [
            {"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2]}, "properties": {}}
        ],
    }
)
NOTEBOOK = json.dumps(
    {
        "cells": [{"cell_type": "code", "source": ["x = 1"], "outputs": [], "metadata": {}}],
        "metadata": {"kernelspec": {"name": "python3"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    },
    indent=1,
)
JPEG = b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0\xff\xdb\0C\0" + bytes(range(64)) + b"\xff\xd9"
PARQUET = b"PAR1\x15\x04\x15\x10\x15\x14L" + b"\0" * 30 + b"PAR1"
AVRO = b"Obj\x01\x04\x16avro.schema\x9a\x02" + b'{"type":"record","name":"E","fields":[]}' + b"\0" * 20
PROTOBUF = 'document {\n  id: "d1"\n  entity {\n    start: 0\n    end: 7\n    label: "PER"\n  }\n}\n'
RSS = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>News</title>\n'
    "<item><title>One</title><link>http://example.org</link></item></channel></rss>\n"
)
BARE_RSS = RSS.partition("\n")[2]
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">\n<text x="1" y="2">one</text>'
    '<text x="1" y="4">two</text>\n<rect width="3" height="3"/></svg>\n'
)
VCARD = "BEGIN:VCARD\nVERSION:3.0\nFN:J. R. R. Tolkien\nBDAY:18920103\nEND:VCARD\n"
ICS = (
    "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nDTSTART:19970714T170000Z\nSUMMARY:Party\n"
    "END:VEVENT\nEND:VCALENDAR\n"
)
MBOX = (
    "From anna@example.org Mon Jan  1 10:00:00 2024\nFrom: anna@example.org\nTo: ben@example.org\n"
    "Subject: the corpus\n\nTolkien left.\n"
)
EMAIL = (
    "Return-Path: <a@example.org>\nFrom: Anna <a@example.org>\nTo: ben@example.org\nSubject: hello\n\nHi.\n"
)
BIBTEX = "@book{tolkien1937,\n  author = {Tolkien, J. R. R.},\n  title = {The {Hobbit}},\n  year = 1937\n}\n"
RIS = "TY  - BOOK\nAU  - Tolkien, J. R. R.\nTI  - The Hobbit\nPY  - 1937\nER  - \n"
GRAPHQL = (
    "type Person {\n  name: String!\n  born: Int\n}\n\ntype Query {\n  people(first: Int): [Person!]!\n}\n"
)
DOCKERFILE = 'FROM python:3.12-slim\nWORKDIR /app\nCOPY . .\nRUN pip install scorer\nCMD ["scorer", "demo"]\n'
HISTORY = ": 1700000000:0;cd corpus\n: 1700000005:0;nerkit bio -g gold.bio system.bio\n: 1700000009:0;ls -l\n"
TMX = (
    '<?xml version="1.0"?>\n<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en">'
    '<seg>one</seg></tuv><tuv xml:lang="de"><seg>eins</seg></tuv></tu></body></tmx>\n'
)
XLIFF = (
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a"><body>'
    '<trans-unit id="1"><source>one</source><target>eins</target></trans-unit></body></file></xliff>\n'
)
PO = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n#: main.c:12\n'
    'msgid "one"\nmsgstr "eins"\n'
)
ELAN = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<ANNOTATION_DOCUMENT AUTHOR="" VERSION="3.0">\n'
    '<TIER TIER_ID="a">'
    "<ANNOTATION_VALUE>one</ANNOTATION_VALUE></TIER></ANNOTATION_DOCUMENT>\n"
)
TEXTGRID = (
    'File type = "ooTextFile"\nObject class = "TextGrid"\n\nxmin = 0\nxmax = 2.3\ntiers? <exists>\nsize = 1\n'
    'item []:\n    item [1]:\n        class = "IntervalTier"\n        name = "words"\n'
)
CHAT = (
    "@UTF8\n@Begin\n@Languages:\teng\n@Participants:\tCHI Ruth Child\n*CHI:\twant cookie .\n"
    "%mor:\tv|want n|cookie .\n@End\n"
)
TEI = (
    '<TEI xmlns="http://www.tei-c.org/ns/1.0">\n<text><body><p><persName ref="#t">Tolkien</persName> left '
    "<placeName>Oxford</placeName>.</p></body></text>\n</TEI>\n"
)
HTML_PAGE = (
    "<!DOCTYPE html>\n<html><head><title>One</title></head><body><p>two</p><p>three</p></body></html>\n"
)
HTML_SNIPPET = (
    '<div class="entities"><mark class="entity">Tolkien <span class="label">PER</span></mark> left</div>\n'
)
XML = "<corpus><document><name>Tolkien</name><place>Oxford</place></document></corpus>\n"
ENV = "HOME=/home/anna\nPATH=/usr/bin:/bin\nLANG=en_US.UTF-8\n"
PROPERTIES = "# settings\nscorer.name=gold\nscorer.path=gold.bio\nscorer.digits=3\n"
ANSI_TABLE = (
    "+------+-----+\n| name | F1  |\n+------+-----+\n| PER  | 0.9 |\n| LOC  | 0.8 |\n+------+-----+\n"
)
RST = (
    "Title\n=====\n\n.. code-block:: python\n\n   x = 1\n\nSee `the manual <http://example.org>`_ for more.\n"
)
ORG = "#+TITLE: Notes\n* One\n** Two\n- [[http://example.org][the manual]]\n"
PROLOG_RDF = (
    "@prefix ex: <http://example.org/> .\nex:Tolkien ex:bornIn ex:Bloemfontein .\n"
    'ex:Tolkien ex:name "Tolkien" .\n'
)
NTRIPLES = "<http://example.org/a> <http://example.org/b> <http://example.org/c> .\n" * 3
FASTA = ">seq1 first\nMKVLAAGIVGLCAKA\n>seq2 second\nMKTAYIAKQR\n"
STM = "2345-a 1 spk1 0.00 3.21 <o,f0,male> tolkien left\n2345-a 1 spk1 3.21 5.00 <o,f0,male> he is gone\n"
CTM = "rec1 1 0.00 0.35 tolkien 0.99\nrec1 1 0.35 0.40 left 0.98\n"
VOCABULARY = "[PAD]\n[UNK]\n[CLS]\nthe\nof\n##ing\n"
ARFF = "@RELATION names\n@ATTRIBUTE word STRING\n@ATTRIBUTE class {PER,LOC}\n@DATA\nTolkien,PER\nOxford,LOC\n"

FOREIGN = {
    "html-page": ("HTML", HTML_PAGE),
    "html-table": ("HTML", HTML_TABLE),
    "html-snippet": ("HTML", HTML_SNIPPET),
    "xml": ("XML", XML),
    "timeml": ("XML", TIMEML),
    "bare-timeml": ("XML", BARE_TIMEML),
    "tei": ("XML", TEI),
    "rss": ("XML", RSS),
    "bare-rss": ("XML", BARE_RSS),
    "svg": ("XML", SVG),
    "tmx": ("XML", TMX),
    "xliff": ("XML", XLIFF),
    "elan": ("XML", ELAN),
    "markdown": ("Markdown", MARKDOWN),
    "plain-markdown": ("Markdown", PLAIN_MARKDOWN),
    "restructured-text": ("text", RST),
    "org": ("text", ORG),
    "latex": ("LaTeX", LATEX),
    "yaml": ("settings", YAML),
    "toml": ("settings", TOML),
    "ini": ("settings", INI),
    "properties": ("settings", PROPERTIES),
    "env": ("settings", ENV),
    "rtf": ("RTF", RTF),
    "pdf": ("PDF", PDF),
    "sql": ("source code", SQL),
    "python": ("source code", PYTHON),
    "java": ("source code", JAVA),
    "c": ("source code", C),
    "javascript": ("source code", JAVASCRIPT),
    "tsx": ("source code", TSX),
    "rust": ("source code", RUST),
    "go": ("source code", GO),
    "shell": ("source code", SHELL),
    "perl": ("source code", PERL),
    "lisp": ("source code", LISP),
    "log": ("a log", LOG),
    "access-log": ("a log", ACCESS_LOG),
    "srt": ("subtitles", SRT),
    "vtt": ("subtitles", VTT),
    "csv": ("CSV", CSV),
    "semicolons": ("CSV", SEMICOLONS),
    "numbers": ("CSV", NUMBERS_CSV),
    "tsv": ("CSV", TSV),
    "one-line": ("CSV", ONE_LINE_TSV),
    "drawn-table": ("text", ANSI_TABLE),
    "diff": ("a diff", DIFF),
    "makefile": ("", MAKEFILE),
    "css": ("text", CSS),
    "json-ld": ("JSON-LD", JSON_LD),
    "geo-json": ("GeoJSON", GEO_JSON),
    "notebook": ("a Jupyter notebook", NOTEBOOK),
    "protobuf": ("text", PROTOBUF),
    "vcard": ("a card", VCARD),
    "ics": ("a calendar", ICS),
    "mbox": ("mail", MBOX),
    "email": ("mail", EMAIL),
    "bibtex": ("text", BIBTEX),
    "ris": ("text", RIS),
    "graphql": ("text", GRAPHQL),
    "dockerfile": ("text", DOCKERFILE),
    "history": ("CSV", HISTORY),
    "po": ("text", PO),
    "textgrid": ("text", TEXTGRID),
    "chat": ("", CHAT),
    "turtle": ("text", PROLOG_RDF),
    "n-triples": ("text", NTRIPLES),
    "fasta": ("text", FASTA),
    "stm": ("text", STM),
    "ctm": ("text", CTM),
    "vocabulary": ("text", VOCABULARY),
    "arff": ("text", ARFF),
    "prose": ("text", PROSE),
    "zip": ("ZIP", _archive("gold.txt")),
    "docx": ("Word", _archive("[Content_Types].xml", "word/document.xml")),
    "xlsx": ("Excel", _archive("[Content_Types].xml", "xl/workbook.xml")),
    "npz": ("ZIP", _archive("a.npy")),
    "tar": ("tar", _tar()),
    "tar-gz": ("tar", gzip.compress(_tar())),
    "png": ("a binary file", _png()),
    "jpeg": ("a binary file", JPEG),
    "gif": ("a binary file", b"GIF89a\1\0\1\0\x80\0\0" + bytes(20)),
    "sqlite": ("a binary file", _sqlite()),
    "pickle": ("a binary file", pickle.dumps({"gold": list(range(100))})),
    "npy": ("a binary file", _npy()),
    "parquet": ("Parquet", PARQUET),
    "avro": ("a binary file", AVRO),
    "arrow": ("a binary file", b"ARROW1\0\0" + bytes(40)),
    "hdf5": ("a binary file", b"\x89HDF\r\n\x1a\n" + bytes(40)),
    "wav": ("a binary file", b"RIFF$\0\0\0WAVEfmt " + bytes(30)),
    "elf": ("a binary file", b"\x7fELF\2\1\1" + bytes(40)),
    "zlib": ("DocBin", zlib.compress(PROSE.encode())),
}


def content(name):
    """The bytes of a foreign file."""
    held = FOREIGN[name][1]
    return held if isinstance(held, bytes) else held.encode()
