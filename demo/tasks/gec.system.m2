S She go to school yesterday .
A 1 2|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||0

S I has a apple .
A 1 2|||R:VERB|||have|||REQUIRED|||-NONE-|||0
A 2 3|||R:DET|||the|||REQUIRED|||-NONE-|||0

S All is well .
A 2 3|||R:ADJ|||good|||REQUIRED|||-NONE-|||0
