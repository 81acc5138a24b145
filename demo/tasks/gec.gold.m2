S She go to school yesterday .
A 1 2|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||1
A 4 5|||R:ADV|||today|||REQUIRED|||-NONE-|||1

S I has a apple .
A 1 2|||R:VERB:SVA|||have|||REQUIRED|||-NONE-|||0
A 2 3|||R:DET|||an|||REQUIRED|||-NONE-|||0

S All is well .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
